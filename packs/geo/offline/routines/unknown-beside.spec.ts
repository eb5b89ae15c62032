import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { found, stepFor } from '../../testing/routine-turn.fixture.ts';
import { SEARCH } from '../../tools/fills.ts';

const shared = { source: 'test', sample: true, asOf: '', notes: [] };
const notFound = (query: string) =>
  made(SEARCH, { query }, { ...shared, status: 'not_found', best: null, matches: [] });
const counted = made(
  'get_transaction_count',
  { district: 'Yas Island', year: 2_023 },
  {
    ...shared,
    district: 'Yas Island',
    district_ar: 'جزيرة ياس',
    year: 2_023,
    property_type: null,
    transaction_count: 1_247,
  },
);

describe('a name that nobody knows beside a place', () => {
  it.each([
    ['عدد الصفقات في ياس وأتلانتس 2023', 'أتلانتس'],
    ['Number of deals in Yas and Atlantis in 2023', 'Atlantis'],
  ])('is searched for once the place is answered: %s', (text, name) => {
    expect(stepFor(text)).toBeUndefined();
    expect(stepFor(text, { calls: [found('Yas Island')] })).toBeUndefined();
    expect(callsOf(stepFor(text, { calls: [found('Yas Island'), counted] }))).toEqual([
      { tool: SEARCH, arguments: { query: name } },
    ]);
  });

  it.each([
    ['عدد الصفقات في ياس وأتلانتس 2023', 'أتلانتس', /1,247[^]*«أتلانتس»[^]*تجريبية/],
    ['Number of deals in Yas and Atlantis in 2023', 'Atlantis', /1,247[^]*“Atlantis”[^]*sample data/],
  ])('is said not to be covered: %s', (text, name, said) => {
    const calls = [found('Yas Island'), counted, notFound(name)];
    expect(reply(stepFor(text, { calls }))).toMatch(said);
  });

  it('is told behind the reply of another routine too', () => {
    const text = 'How did sales in Yas and Atlantis develop since 2023?';
    const years = [2_023, 2_024].map((year) =>
      made(
        'get_total_sales_value',
        { district: 'Yas Island', year },
        {
          ...shared,
          district: 'Yas Island',
          district_ar: 'جزيرة ياس',
          year,
          property_type: null,
          total_value_aed: 10,
          transaction_count: 2,
          average_value_aed: 5,
        },
      ),
    );
    const before = [found('Yas Island'), ...years];
    expect(callsOf(stepFor(text, { calls: before }))).toEqual([
      { tool: SEARCH, arguments: { query: 'Atlantis' } },
    ]);
    expect(reply(stepFor(text, { calls: [...before, notFound('Atlantis')] }))).toMatch(/2024[^]*“Atlantis”/);
  });

  it('is none in a search for a home', () => {
    const listed = made(
      'find_units_by_budget',
      { district: 'Yas Island', max_budget: 60_000 },
      { ...shared, units: [], total: 0, returned: 0, cheapest_aed: null, nearest: null },
    );
    const toRent = 'Flat in Yas and Furnished up to 60k';
    expect(stepFor(toRent, { calls: [found('Yas Island'), listed] })).toBeUndefined();
    const toBuy = 'Buy a villa in Yas or Furnished';
    expect(stepFor(toBuy, { calls: [found('Yas Island'), counted] })).toBeUndefined();
  });

  it('is left alone where no search may be made any more', () => {
    const text = 'Number of deals in Yas and Atlantis in 2023';
    expect(stepFor(text, { calls: [found('Yas Island'), counted], offered: [] })).toBeUndefined();
  });
});

it.each([
  ['Difference between Hili and Atlantis in 2023', 'Atlantis'],
  ['الفرق بين هيلي وأتلانتس في 2023', 'أتلانتس'],
])('one place is held against it by its own sales: %s', (text, name) => {
  expect(callsOf(stepFor(text)).map(({ arguments: given }) => given['query'])).toEqual([
    expect.stringMatching(/^(?:Hili|هيلي)$/),
    name,
  ]);
  const calls = [found('Hili'), notFound(name)];
  expect(callsOf(stepFor(text, { calls }))).toEqual([
    { tool: 'get_total_sales_value', arguments: { district: 'Hili', year: 2_023 } },
  ]);
  expect(callsOf(stepFor(text, { calls: [found('Hili'), found('Zakher')] }))).toEqual([
    {
      tool: 'compare_sales_between_districts',
      arguments: { districts: ['Hili', 'Zakher'], year: 2_023 },
    },
  ]);
});

it.each([
  'Rents between Hili and Atlantis',
  'Difference between Hili and Zakher in 2023',
  'Difference between villas and flats in Hili in 2023',
  'How many deals in Hili?',
])('is no comparison with a name that nobody knows: %s', (text) => {
  expect(callsOf(stepFor(text))).toEqual([]);
  expect(callsOf(stepFor(text, { calls: [found('Hili')] }))).toEqual([]);
});

it.each(['Number of deals in Yas in 2023', 'كم صفقة في ياس وكم قيمتها 2023؟'])(
  'without such a name the tool answers by itself: %s',
  (text) => expect(stepFor(text, { calls: [found('Yas Island'), counted] })).toBeUndefined(),
);
