import { callsOf, made } from '../../../../test/harness/routine-turn.ts';
import { found, stepFor } from '../../testing/routine-turn.fixture.ts';

const TOTAL = 'get_total_sales_value';
const COMPARISON = 'compare_sales_between_districts';
const offered = [TOTAL, COMPARISON, 'get_transaction_count'];
const yas = (...years: number[]) => years.map((year) => made(TOTAL, { district: 'Yas Island', year }));
const yearsFor = (text: string, lastCalls: ReturnType<typeof yas>) =>
  callsOf(stepFor(text, { lastCalls, earlier: lastCalls, offered })).map(({ arguments: { year } }) => year);

it.each([
  'compare with 2020',
  'and compared to 2020?',
  'how does that compare with 2020?',
  'versus 2020',
  'compare it to the year 2020 please',
  'قارن مع 2020',
  'مقارنة بعام 2020',
  'قارنها مع سنة 2020',
])('%s adds the year to those that were told', (text) => {
  expect(yearsFor(text, yas(2_022, 2_023))).toEqual([2_020, 2_022, 2_023]);
  expect(yearsFor(text, yas(2_024))).toEqual([2_020, 2_024]);
});

it('makes a comparison of districts anew for the year', () => {
  const lastCalls = [made(COMPARISON, { districts: ['Yas Island', 'Saadiyat Island'], year: 2_024 })];
  expect(callsOf(stepFor('compare with 2020', { lastCalls, earlier: lastCalls, offered }))).toEqual([
    { tool: COMPARISON, arguments: { districts: ['Yas Island', 'Saadiyat Island'], year: 2_020 } },
  ]);
});

it.each(['compare with 1999', 'how does that compare with my budget of 2020?', 'I bought mine in 2020'])(
  'leaves to others: %s',
  (text) => expect(yearsFor(text, yas(2_022, 2_023))).not.toContain(2_022),
);

it.each(['and how much was it in 2021?', 'وكم كانت في 2021؟', 'what about in 2021'])(
  '%s is of that year alone',
  (text) => expect(yearsFor(text, yas(2_024))).toEqual([2_021]),
);

it('compares one of a ranking with a district that is named', () => {
  const ranking = made(
    'get_top_districts_in_municipality',
    { municipality: 'Al Ain', year: 2_023 },
    { rows: [{ district: 'Al Jimi' }] },
  );
  const turn = { lastCalls: [ranking], earlier: [ranking], offered, place: 0, calls: [found('Yas Island')] };
  expect(callsOf(stepFor('how does the first one compare with Yas Island?', turn))).toEqual([
    { tool: COMPARISON, arguments: { districts: ['Al Jimi', 'Yas Island'], year: 2_023 } },
  ]);
});

it('a question of many districts is of no single place', () => {
  const calls = [
    made('get_top_districts_in_municipality', { municipality: 'Abu Dhabi City', year: 2_020 }, { rows: [] }),
  ];
  expect(stepFor('which district grew the most since 2020?', { calls, offered })).toBeUndefined();
});
