import { readMessage } from '../message.ts';
import { datasets } from '../testing/estio-tools.ts';
import { readDataQuestion } from './data-question.ts';

/** A Friday, 01:30 on Saturday the 21st in Nicosia. */
const sources = { datasets, now: new Date('2026-11-20T23:30:00Z'), timezone: 'Asia/Nicosia' };
const read = (text: string) => readDataQuestion(readMessage(text), sources);
const eq = (field: string, value: unknown) => ({ field, op: 'eq', value });
const ne = (field: string, value: unknown) => ({ field, op: 'ne', value });

describe('members of the office ask for rows in their own words', () => {
  const ask = (text: string) => readDataQuestion(readMessage(text), { ...sources, staff: true });
  it.each([
    [
      'any deals closing this month?',
      {
        dataset: 'deals',
        operation: 'list',
        filters: [{ field: 'expectedCloseDate', op: 'between', value: ['2026-11-01', '2026-11-30'] }],
      },
    ],
    [
      'which deals are due to close next week?',
      {
        dataset: 'deals',
        operation: 'list',
        filters: [{ field: 'expectedCloseDate', op: 'between', value: ['2026-11-23', '2026-11-29'] }],
      },
    ],
    [
      'who has a viewing tomorrow?',
      {
        dataset: 'viewings',
        operation: 'list',
        filters: [{ field: 'startsAt', op: 'between', value: ['2026-11-22', '2026-11-22'] }],
      },
    ],
    [
      'any viewings on friday?',
      {
        dataset: 'viewings',
        operation: 'list',
        filters: [{ field: 'startsAt', op: 'between', value: ['2026-11-27', '2026-11-27'] }],
      },
    ],
    [
      'how many viewings do we have next week',
      {
        dataset: 'viewings',
        operation: 'count',
        filters: [{ field: 'startsAt', op: 'between', value: ['2026-11-23', '2026-11-29'] }],
      },
    ],
    [
      'whats the status of deal-002',
      { dataset: 'deals', operation: 'list', filters: [eq('id', 'deal-002')] },
    ],
    [
      'which contacts asked for 3 bedrooms in limassol?',
      {
        dataset: 'contacts',
        operation: 'list',
        filters: [{ field: 'districts', op: 'contains', value: 'Limassol' }, eq('bedrooms', 3)],
      },
    ],
    [
      'which leads want at least 3 bedrooms in Paphos?',
      {
        dataset: 'contacts',
        operation: 'list',
        filters: [
          eq('type', 'lead'),
          { field: 'districts', op: 'contains', value: 'Paphos' },
          { field: 'bedrooms', op: 'gte', value: 3 },
        ],
      },
    ],
    [
      'who are our hottest leads?',
      {
        dataset: 'contacts',
        operation: 'list',
        filters: [eq('type', 'lead')],
        orderBy: { field: 'leadScore', direction: 'desc' },
      },
    ],
    [
      'list the contracts that are not signed yet',
      { dataset: 'contracts', operation: 'list', filters: [ne('status', 'signed')] },
    ],
    [
      'do we have any offers expiring this week?',
      {
        dataset: 'offers',
        operation: 'list',
        filters: [{ field: 'validUntil', op: 'between', value: ['2026-11-16', '2026-11-22'] }],
      },
    ],
    ['what reminders do we have for monday?', { dataset: 'activities', operation: 'list' }],
    [
      'هل لدينا معاينات غدا؟',
      {
        dataset: 'viewings',
        operation: 'list',
        filters: [{ field: 'startsAt', op: 'between', value: ['2026-11-22', '2026-11-22'] }],
      },
    ],
    [
      'ما الصفقات التي ستغلق هذا الشهر؟',
      {
        dataset: 'deals',
        operation: 'list',
        filters: [{ field: 'expectedCloseDate', op: 'between', value: ['2026-11-01', '2026-11-30'] }],
      },
    ],
  ])('%s', (text, question) => expect(ask(text)).toMatchObject(question));

  it.each([
    'send the contract for deal-001',
    'Which views does the client enjoy?',
    'What does this buyer like?',
    'who is the client afraid of?',
    'Book a viewing of prop-0043 tomorrow at 13:00',
    'which times are open on Thursday for a viewing?',
    'Prepare the sale agreement for deal-001',
    'The client asks what deals there are',
  ])('takes no other message for one: %s', (text) => expect(ask(text)).toBeUndefined());

  it('is no question to the records where a customer asks so', () => {
    expect(read('any deals closing this month?')).toBeUndefined();
    expect(read('who has a viewing tomorrow?')).toBeUndefined();
  });
});
