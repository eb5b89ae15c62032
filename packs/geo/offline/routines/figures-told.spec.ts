import type { RoutineCall } from '#pack-kit';
import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { found, stepFor } from '../../testing/routine-turn.fixture.ts';
import { SEARCH } from '../../tools/fills.ts';

const SALES = 'get_total_sales_value';
const CITY = 'get_municipality_sales';
const COMPARISON = 'compare_sales_between_districts';
const BOTH = ['Yas Island', 'Al Reem Island'];

const asked = (step: ReturnType<typeof stepFor>) =>
  callsOf(step).map(({ tool, arguments: { district, municipality, districts, year, property_type: type } }) =>
    [tool === COMPARISON ? districts : (district ?? municipality), year, type].flat().filter(Boolean),
  );

/** Value in millions and number of sales: all of them, and those of land. */
function sales(district: string, year: number, all: [number, number], land: [number, number]): RoutineCall[] {
  const call = ([value, count]: [number, number], more: { property_type?: string }) =>
    made(
      SALES,
      { district, year, ...more },
      {
        district,
        district_ar: district,
        year,
        property_type: more.property_type ?? null,
        total_value_aed: value * 1_000_000,
        transaction_count: count,
        average_value_aed: Math.round((value * 1_000_000) / count),
        sample: false,
      },
    );
  return [call(all, {}), call(land, { property_type: 'Land' })];
}

function comparison(year: number, type?: string): RoutineCall {
  const row = (district: string, value: number, count: number) => ({
    district,
    district_ar: district,
    total_value_aed: value * 1_000_000,
    transaction_count: count,
    average_value_aed: 1,
    rank: 1,
  });
  // All: Yas 300 in 30, Reem 250 in 40. Land: Yas 200 in 10, Reem 50 in 5.
  const rows =
    type === undefined
      ? [row('Yas Island', 300, 30), row('Al Reem Island', 250, 40)]
      : [row('Yas Island', 200, 10), row('Al Reem Island', 50, 5)];
  return made(
    COMPARISON,
    { districts: BOTH, year, ...(type !== undefined && { property_type: type }) },
    { year, property_type: type ?? null, rows, highest: 'Yas Island', difference_aed: 1, sample: false },
  );
}

const turnAfter = (said: string | string[], lastCalls: RoutineCall[], more: object = {}) => ({
  said: [said].flat(),
  earlier: lastCalls,
  lastCalls,
  ...more,
});

describe('behind a comparison without land', () => {
  const pair = [comparison(2_023), comparison(2_023, 'Land')];
  const before = turnAfter('Compare Yas and Reem in 2023 excluding land', pair);

  it.each([
    ['by how many percent?', /^Without plots of land:\nAl Reem Island against Yas Island in 2023: .*\+100 %/],
    ["what's the difference?", /^Without plots of land:\nAl Reem Island against Yas Island/],
    ['كم النسبة؟', /^من دون أراض:\nAl Reem Island مقابل Yas Island سنة 2023/],
  ])('%s tells what was told', (text, words) => expect(reply(stepFor(text, before))).toMatch(words));

  it.each(['which sold more?', 'which is higher?', 'أيهما أعلى؟', 'أيهما أكثر؟'])(
    '%s compares without it again',
    (text) => {
      expect(asked(stepFor(text, before))).toEqual([
        [...BOTH, 2_023],
        [...BOTH, 2_023, 'Land'],
      ]);
      expect(reply(stepFor(text, { ...before, calls: pair }))).toMatch(
        /^(?:Without plots of land|من دون أراض):\n[^]*1\. Al Reem Island: [^]*2\. Yas Island/,
      );
    },
  );

  it.each(['and in 2022?', 'and the year before?', 'والسنة التي قبلها؟'])('%s goes on without it', (text) =>
    expect(asked(stepFor(text, { ...before, filled: () => ({ year: 2_022 }) }))).toEqual([
      [...BOTH, 2_022],
      [...BOTH, 2_022, 'Land'],
    ]),
  );
});

describe('behind sales without land', () => {
  const [whole, land] = sales('Yas Island', 2_023, [300, 30], [200, 10]);
  const before = turnAfter('Sales in Yas in 2023 excluding land', [whole!, land!]);

  it.each(['compare it with Reem', 'versus Reem?', 'قارنها مع الريم'])('%s: both without it', (text) => {
    const calls = [found('Al Reem Island')];
    expect(asked(stepFor(text, { ...before, calls }))).toEqual([
      [...BOTH, 2_023],
      [...BOTH, 2_023, 'Land'],
    ]);
  });

  it.each(['over the years?', 'and by year?'])('%s: each year without it', (text) => {
    const years = asked(stepFor(text, before));
    expect(years).toHaveLength(10);
    expect(years.slice(0, 2)).toEqual([
      ['Yas Island', 2_020],
      ['Yas Island', 2_020, 'Land'],
    ]);
  });

  it.each(['and the average price?', 'وعدد الصفقات؟'])('%s: of what is left', (text) =>
    expect(asked(stepFor(text, { ...before, offered: [SALES, 'get_transaction_count'] }))).toEqual([
      ['Yas Island', 2_023],
      ['Yas Island', 2_023, 'Land'],
    ]),
  );

  it('takes nothing from what is asked about by itself', () => {
    const calls = [found('Saadiyat Island'), found('Al Reem Island')];
    const text = 'Compare the sales of Saadiyat and Reem in 2022 and 2023';
    expect(asked(stepFor(text, { ...before, calls }))).toEqual([
      ['Saadiyat Island', 'Al Reem Island', 2_022],
      ['Saadiyat Island', 'Al Reem Island', 2_023],
    ]);
  });

  it('takes no kind for a part that was asked for in the turn behind', () => {
    const said = ['Sales in Reem excluding land', 'Sales in Yas in 2023', 'and land?'];
    const later = { said, earlier: [whole!, land!], lastCalls: [land!] };
    const step = stepFor('compare it with Reem', { ...later, calls: [found('Al Reem Island')] });
    expect(asked(step)).toEqual([[...BOTH, 2_023, 'Land']]);
  });
});

describe('behind years without land', () => {
  const [one, other] = [
    sales('Yas Island', 2_022, [200, 20], [100, 10]),
    sales('Yas Island', 2_023, [350, 40], [200, 10]),
  ] as const;

  it.each(['by how many percent?', 'كم النسبة المئوية؟'])('%s: of the two', (text) => {
    const before = turnAfter('Sales in Yas in 2022 and 2023 excluding land', [...one, ...other]);
    expect(reply(stepFor(text, before))).toMatch(/^(?:Without plots of land|من دون أراض):\n.*\+50 %/);
  });

  it('of two that were told one after the other', () => {
    const said = ['Sales in Yas in 2022 excluding land', 'and in 2023?'];
    const before = { said, earlier: [...one, ...other], lastCalls: [...other] };
    expect(reply(stepFor('by how many percent?', before))).toMatch(/^Without plots of land:\n.*\+50 %/);
  });

  it('of none that are not without the same', () => {
    const said = ['Sales in Yas in 2022', 'excluding land in 2023'];
    const before = { said, earlier: [one[0]!, ...other], lastCalls: [...other] };
    expect(reply(stepFor('by how many percent?', before))).toMatch(/^A percentage needs two figures/);
  });
});

describe('behind a municipality without a district', () => {
  const city = (value: number) =>
    made(
      CITY,
      { municipality: 'Abu Dhabi City', year: 2_023 },
      {
        municipality: 'Abu Dhabi City',
        municipality_ar: 'أبوظبي',
        year: 2_023,
        property_type: null,
        total_value_aed: value,
        transaction_count: 10,
        average_value_aed: 1,
        districts_counted: 5,
        sample: false,
      },
    );
  const [yas] = sales('Yas Island', 2_023, [300, 4], [200, 1]);
  const before = turnAfter('sales in Abu Dhabi City except Yas 2023', [city(900_000_000), yas!]);

  it.each(['and in 2022?', 'and the year before?'])('%s: without it', (text) =>
    expect(asked(stepFor(text, { ...before, filled: () => ({ year: 2_022 }) }))).toEqual([
      ['Abu Dhabi City', 2_022],
      ['Yas Island', 2_022],
    ]),
  );

  it('average price?: of what is left', () => {
    expect(asked(stepFor('average price?', before))).toEqual([
      ['Abu Dhabi City', 2_023],
      ['Yas Island', 2_023],
    ]);
    const calls = [city(900_000_000), yas!];
    expect(reply(stepFor('average price?', { ...before, calls }))).toMatch(
      /^Without Yas Island:\n.*6 transactions worth AED 600,000,000.*AED 100,000,000 on average/,
    );
  });

  it('takes the same place away once, in whatever words it is said', () => {
    const search = made(
      SEARCH,
      { query: 'Yas Island' },
      { best: { type: 'district', district_en: 'Yas Island', municipality_en: 'Abu Dhabi City' } },
    );
    expect(asked(stepFor('and in 2022 without Yas Island', { ...before, calls: [search] }))).toEqual([
      ['Abu Dhabi City', 2_022],
      ['Yas Island', 2_022],
    ]);
  });
});
