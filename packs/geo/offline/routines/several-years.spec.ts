import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { found, stepFor } from '../../testing/routine-turn.fixture.ts';
import { SEARCH } from '../../tools/fills.ts';
import { YEARS } from '../../years.ts';
import { coveredOf, lastYears, severalYears } from './years-asked.ts';

const latest = YEARS.to;
const comparison = 'compare_sales_between_districts';
const alAin = made(
  SEARCH,
  { query: 'Al Ain' },
  {
    status: 'resolved',
    best: { type: 'municipality', name_en: 'Al Ain', district_en: null, municipality_en: 'Al Ain' },
  },
);
const compared = (year: number) =>
  made(comparison, { districts: ['Yas Island', 'Saadiyat Island'], year, property_type: 'Villa' });

describe('the years that are meant', () => {
  it.each([
    ['sales in Yas in the last two years', 2],
    ['sales of the past couple of years', 2],
    ['over the past three years', 3],
    ['مبيعات ياس آخر سنتين', 2],
    ['في السنتين الأخيرتين', 2],
    ['مبيعات آخر ثلاث سنوات', 3],
    ['السنوات الثلاث الأخيرة', 3],
    ['آخر 3 سنوات', 3],
    ['last year', 0],
    ['آخر سنة', 0],
    ['two years ago', 0],
  ])('%s', (text, count) => {
    const years = lastYears(text);
    expect(years).toHaveLength(count);
    expect(years.at(-1)).toBe(count > 0 ? latest : undefined);
  });

  it.each([
    ['villas sold in Al Ain in 2021 and 2023', [2_021, 2_023]],
    ['مبيعات العين في 2021 و2023', [2_021, 2_023]],
    ['sales from 2021 to 2023', [2_021, 2_022, 2_023]],
    ['sales 2021-2023', [2_021, 2_022, 2_023]],
    ['between 2021 and 2023', [2_021, 2_022, 2_023]],
    ['من 2021 إلى 2023', [2_021, 2_022, 2_023]],
    ['sales in 2021', undefined],
    ['sales until 2021', undefined],
    ['sales in 2021 and 1999', undefined],
  ])('%s', (text, years) => {
    expect(severalYears(text)).toEqual(years);
  });
});

describe('a comparison that is gone on with', () => {
  it.each(['and in Al Ain?', 'what about Al Ain', 'وفي العين؟'])(
    '%s is of the place that it names',
    (text) => {
      const offered = [SEARCH, comparison, 'get_municipality_sales'];
      const before = { earlier: [compared(2_023)], lastCalls: [compared(2_023)], offered };
      expect(callsOf(stepFor(text, before)).map(({ tool }) => tool)).toEqual([SEARCH]);
      expect(callsOf(stepFor(text, { ...before, calls: [alAin] }))).toEqual([
        {
          tool: 'get_municipality_sales',
          arguments: { municipality: 'Al Ain', year: 2_023, property_type: 'Villa' },
        },
      ]);
    },
  );

  it.each([
    'compare sales of Yas and Saadiyat in the last two years',
    'قارن لي مبيعات ياس والسعديات آخر سنتين',
  ])('%s is of both years', (text) => {
    const calls = [found('Yas Island'), found('Saadiyat Island')];
    expect(callsOf(stepFor(text, { calls })).map(({ arguments: { year } }) => year)).toEqual([
      latest - 1,
      latest,
    ]);
  });

  it('keeps its years', () => {
    const lastCalls = [compared(2_023), compared(2_024)];
    const asked = callsOf(stepFor('only flats', { earlier: lastCalls, lastCalls }));
    expect(asked.map(({ arguments: { year, property_type: type } }) => [year, type])).toEqual([
      [2_023, 'Apartment'],
      [2_024, 'Apartment'],
    ]);
  });

  it.each(['and compared to Yas?', 'ومقارنة بياس؟'])('%s is of the years of the other place', (text) => {
    const lastCalls = [2_022, 2_023].map((year) =>
      made('get_total_sales_value', { district: 'Al Reem Island', year }),
    );
    const asked = callsOf(stepFor(text, { earlier: lastCalls, lastCalls, calls: [found('Yas Island')] }));
    expect(asked).toEqual(
      [2_022, 2_023].map((year) => ({
        tool: comparison,
        arguments: { districts: ['Al Reem Island', 'Yas Island'], year },
      })),
    );
  });

  it('of several years is told by district', () => {
    const rows = ['Al Reem Island', 'Yas Island'].map((district, index) => ({
      district,
      district_ar: district,
      total_value_aed: 1_000_000 * (index + 1),
      transaction_count: 1,
      average_value_aed: 1_000_000 * (index + 1),
      rank: index + 1,
    }));
    const calls = [2_022, 2_023].map((year) =>
      made(
        comparison,
        { districts: ['Al Reem Island', 'Yas Island'], year },
        { rows, year, property_type: null, sample: true },
      ),
    );
    const lastCalls = [2_022, 2_023].map((year) =>
      made('get_total_sales_value', { district: 'Al Reem Island', year }),
    );
    const said = reply(
      stepFor('and compared to Yas?', {
        earlier: lastCalls,
        lastCalls,
        calls: [found('Yas Island'), ...calls],
      }),
    );
    expect(said).toMatch(/Sales in Al Reem Island by year:[^]*2022[^]*Sales in Yas Island by year:[^]*2023/);
  });
});

describe('years that begin before those that are covered', () => {
  const { from } = YEARS;
  const all = Array.from({ length: latest - from + 1 }, (_, index) => from + index);

  it.each([
    [`prices since ${from - 1}`, all],
    [`sales of Yas from ${from - 5} to ${from + 1}`, [from, from + 1]],
    [`الأسعار منذ ${from - 1}`, all],
    [`sales in ${from - 1}`, undefined],
    [`prices since ${from}`, undefined],
    [`prices since ${latest + 1}`, undefined],
    [`from ${from - 5} to ${from - 2}`, undefined],
    ['prices since last year', undefined],
  ])('%s', (text, years) => expect(coveredOf(text)).toEqual(years));

  it.each([
    [`show me a chart of prices since ${from - 1}`, /Those I can show\. For which district\?/],
    [`اعرض رسما للأسعار منذ ${from - 1}`, /وهذه أستطيع عرضها\. لأي منطقة؟/],
  ])('%s: says which are, and asks for the place', (text, said) =>
    expect(reply(stepFor(text))).toMatch(said),
  );

  it('are looked up of a place that was spoken of, as far as they are covered', () => {
    const earlier = [
      found('Yas Island'),
      made('get_total_sales_value', { district: 'Yas Island', year: latest }),
    ];
    const text = `show me a chart of prices since ${from - 1}`;
    expect(callsOf(stepFor(text, { earlier })).map(({ arguments: given }) => given['year'])).toEqual(all);
    const calls = all.map((year) =>
      made(
        'get_total_sales_value',
        { district: 'Yas Island', year },
        {
          district: 'Yas Island',
          year,
          total_value_aed: 1_000,
          transaction_count: 2,
          average_value_aed: 500,
        },
      ),
    );
    expect(reply(stepFor(text, { earlier, calls }))).toMatch(/^The data covers the years[^]*by year:/);
  });
});
