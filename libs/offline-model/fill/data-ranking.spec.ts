import { readMessage } from '../message.ts';
import { datasets } from '../testing/estio-tools.ts';
import { readDataQuestion } from './data-question.ts';

const sources = { datasets, now: new Date('2026-11-20T23:30:00Z'), timezone: 'Asia/Nicosia' };
const read = (text: string) => readDataQuestion(readMessage(text), sources);

it.each(['newest conversations', 'Top feature requests', 'latest deals in Limassol, please'])(
  '%s lists them for a member of the office',
  (text) => {
    expect(readDataQuestion(readMessage(text), { ...sources, staff: true })).toMatchObject({
      operation: 'list',
    });
    expect(read(text)).toBeUndefined();
  },
);

it.each([
  'Recent conversations were great',
  'First deals are always hard',
  'Latest deals fell through',
  'The last 3 conversations were awful',
])('%s is none of a member of the office either', (text) =>
  expect(readDataQuestion(readMessage(text), { ...sources, staff: true })).toBeUndefined(),
);

it('lists what is ranked with a verb where that only says whose they are, or it is a question', () => {
  expect(read('The last 3 conversations we had')).toMatchObject({ operation: 'list', limit: 3 });
  expect(read('Last 3 conversations about mortgages?')).toMatchObject({ unanswered: ['mortgages'] });
});

it.each([
  'The last 3 conversations were awful',
  'Last 2 deals fell through',
  'Last 2 deals fell through, please help',
  'First 2 contacts you gave me do not answer',
  'Top 3 leads are Maria, Andreas and Eleni',
  'Last 3 leads want 3 bedrooms',
  'آخر 3 محادثات كانت سيئة',
  'آخر 3 محادثات سيئة',
  'أعلى 5 عقارات جمالا',
])('tells of records and asks for none: %s', (text) => expect(read(text)).toBeUndefined());
