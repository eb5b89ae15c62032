import { readMessage } from '../message.ts';
import { datasets } from '../testing/estio-tools.ts';
import { readDataQuestion } from './data-question.ts';

/** A Friday, 01:30 on Saturday the 21st in Nicosia. */
const sources = { datasets, now: new Date('2026-11-20T23:30:00Z'), timezone: 'Asia/Nicosia' };
const read = (text: string) => readDataQuestion(readMessage(text), sources);
const since = (value: string, field = 'createdAt') => ({ field, op: 'gte', value });
const within = (from: string, to: string) => ({ field: 'createdAt', op: 'between', value: [from, to] });

it.each([
  ['How many conversations did we have this month?', { dataset: 'conversations', operation: 'count', filters: [since('2026-11-01')] }],
  ['How many conversations did we close last month?', { dataset: 'conversations', operation: 'count', filters: [within('2026-10-01', '2026-10-31')] }],
  ['How many conversations were there yesterday?', { dataset: 'conversations', operation: 'count', filters: [within('2026-11-20', '2026-11-20')] }],
  ['Number of turns last week', { dataset: 'turns', operation: 'count', filters: [within('2026-11-09', '2026-11-15')] }],
  ['How many turns in the last 30 days?', { dataset: 'turns', operation: 'count', filters: [since('2026-10-22')] }],
  ['كم عدد المحادثات هذا الشهر؟', { dataset: 'conversations', operation: 'count', filters: [since('2026-11-01')] }],
  ['كم صفقة لدينا؟', { dataset: 'deals', operation: 'count' }],
  ['How many deals did we win?', { dataset: 'deals', operation: 'count' }],
  ['How many deals are in negotiation?', { dataset: 'deals', operation: 'count', filters: [{ field: 'stage', op: 'eq', value: 'negotiation' }] }],
  ['How many deals above 200k?', { dataset: 'deals', operation: 'count', filters: [{ field: 'value', op: 'gte', value: 200_000 }] }],
  ['List our newest leads', { dataset: 'contacts', operation: 'list', filters: [{ field: 'type', op: 'eq', value: 'lead' }], orderBy: { field: 'createdAt', direction: 'desc' } }],
  ['Show me the last 5 deals', { dataset: 'deals', operation: 'list', limit: 5 }],
  ['Show me the tool failure list', { dataset: 'tool_calls', operation: 'list', filters: [{ field: 'success', op: 'eq', value: false }] }],
  ['Average time per turn by agent this week', { dataset: 'turns', operation: 'aggregate', filters: [since('2026-11-16')], metrics: [{ fn: 'avg', field: 'latencyMs' }], groupBy: ['agent'] }],
  ['Which tools fail most often?', { dataset: 'tool_calls', operation: 'aggregate', filters: [{ field: 'success', op: 'eq', value: false }], groupBy: ['tool'], orderBy: { field: 'count', direction: 'desc' } }],
  ['How many conversations per day this week?', { dataset: 'conversations', operation: 'aggregate', filters: [since('2026-11-16')], groupBy: ['createdAt:day'] }],
  ['كم محادثة لكل شهر؟', { dataset: 'conversations', operation: 'aggregate', groupBy: ['createdAt:month'] }],
  ['ما متوسط الوقت لكل أداة في استدعاء الأدوات؟', { dataset: 'tool_calls', operation: 'aggregate', metrics: [{ fn: 'avg', field: 'durationMs' }], groupBy: ['tool'] }],
  ['Total value of our deals by stage', { dataset: 'deals', operation: 'aggregate', metrics: [{ fn: 'sum', field: 'value' }], groupBy: ['stage'] }],
  ['Average price of our listings per district', { dataset: 'properties', operation: 'aggregate', metrics: [{ fn: 'avg', field: 'price' }], groupBy: ['district'] }],
])('%s', (text, question) => expect(read(text)).toEqual(question)); // prettier-ignore

it.each([
  'The client has three conversations a week with his bank',
  'Which views does the client enjoy?',
  'My budget is up to 250k, three bedrooms, Larnaca',
  "The client's maximum budget is 300k",
  'Mark this lead as qualified',
  'Has this buyer mentioned any deadline?',
  'ماذا يفضل هذا العميل؟',
  'سجل أن العميل يفضل الطابق الأرضي',
  'Find 2 bedroom apartments in Paphos under 200k near the sea',
  'How many bedrooms does the villa have?',
  'Show me what the customer likes',
  'I wish you could read PDFs',
])('is no question to the records: %s', (text) => expect(read(text)).toBeUndefined());
