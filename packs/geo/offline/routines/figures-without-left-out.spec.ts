import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { found, stepFor } from '../../testing/routine-turn.fixture.ts';
import { SEARCH } from '../../tools/fills.ts';

const SALES = 'get_total_sales_value';
const CITY = 'get_municipality_sales';
const STOCK = 'get_current_supply';
const RANKING = 'get_top_districts_in_municipality';
const RENTS = 'find_units_by_budget';
const OFFERED = [SEARCH, SALES, CITY, STOCK, RANKING, RENTS, 'compare_sales_between_districts'];

/** What the search found for a place as the message writes it. */
const search = (query: string, name: string, type: 'district' | 'municipality' = 'district') =>
  made(
    SEARCH,
    { query },
    {
      status: 'resolved',
      best: {
        type,
        name_en: name,
        district_en: type === 'district' ? name : null,
        municipality_en: type === 'district' ? 'Abu Dhabi City' : name,
      },
    },
  );
const sums = (value: number, count: number, more: object = {}) => ({
  district: 'Yas Island',
  district_ar: 'جزيرة ياس',
  year: 2_023,
  property_type: null,
  total_value_aed: value,
  transaction_count: count,
  average_value_aed: Math.round(value / count),
  sample: false,
  ...more,
});

describe('sales without a kind of property', () => {
  const whole = made(SALES, { district: 'Yas Island', year: 2_023 }, sums(1_000, 10));
  const land = made(SALES, { district: 'Yas Island', year: 2_023, property_type: 'Land' }, sums(400, 2));

  it.each([
    [
      'total sales in Yas 2023 excluding land',
      'Yas',
      /^Without plots of land:\n.*AED 600 in 8 .*AED 75 on average/,
    ],
    ['sales of Yas in 2023 without the plots', 'Yas', /^Without plots of land:\n/],
    ['إجمالي مبيعات ياس 2023 بدون الأراضي', 'ياس', /^من دون أراض:\n.*600 درهم في 8 معاملة/],
    ['مبيعات ياس ٢٠٢٣ ما عدا الأراضي', 'ياس', /^من دون أراض:\n/],
  ])('%s: both are asked for, and one is taken away', (text, query, words) => {
    const calls = [search(query, 'Yas Island')];
    expect(callsOf(stepFor(text, { offered: OFFERED, calls }))).toEqual(
      [whole, land].map(({ tool, arguments: given }) => ({ tool, arguments: given })),
    );
    const all = [...calls, whole, land];
    expect(reply(stepFor(text, { offered: OFFERED, calls: all }))).toMatch(words);
  });

  it.each(['without land', 'excluding plots please', 'بدون الأراضي', 'من غير أراضي'])(
    '%s: of what was told last',
    (text) => {
      const before = { offered: OFFERED, said: ['sales in Yas 2023'], earlier: [whole], lastCalls: [whole] };
      expect(callsOf(stepFor(text, before)).map(({ arguments: given }) => given['property_type'])).toEqual([
        undefined,
        'Land',
      ]);
    },
  );

  it.each(['and in 2022?', 'وفي 2022؟'])('%s goes on without it', (text) => {
    const said = ['sales in Yas 2023 without land'];
    const before = { offered: OFFERED, said, earlier: [whole, land], lastCalls: [whole, land] };
    expect(callsOf(stepFor(text, before)).map(({ arguments: given }) => given)).toEqual([
      { district: 'Yas Island', year: 2_022 },
      { district: 'Yas Island', year: 2_022, property_type: 'Land' },
    ]);
  });

  it.each([
    ['sales of land in Yas 2023', 'Yas'],
    ['nothing but land in Yas 2023', 'Yas'],
    ['ما أريد إلا الأراضي في ياس 2023', 'ياس'],
  ])('%s leaves nothing out', (text, query) => {
    const step = stepFor(text, { offered: OFFERED, calls: [search(query, 'Yas Island')] });
    expect(callsOf(step).filter(({ arguments: given }) => given['property_type'] === undefined)).toEqual([]);
  });
});

describe('sales without a place', () => {
  it.each([
    ['sales in Abu Dhabi City except Yas 2023', 'Abu Dhabi City', 'Yas'],
    ['مبيعات مدينة أبوظبي ما عدا ياس 2023', 'مدينة أبوظبي', 'ياس'],
  ])('%s', (text, city, yas) => {
    const calls = [search(city, 'Abu Dhabi City', 'municipality'), search(yas, 'Yas Island')];
    expect(callsOf(stepFor(text, { offered: OFFERED, calls }))).toEqual([
      { tool: CITY, arguments: { municipality: 'Abu Dhabi City', year: 2_023 } },
      { tool: SALES, arguments: { district: 'Yas Island', year: 2_023 } },
    ]);
  });
});

describe('sales without a part of a district', () => {
  const city = made(
    CITY,
    { municipality: 'Abu Dhabi City', year: 2_023 },
    { ...sums(1_000, 10), municipality: 'Abu Dhabi City', municipality_ar: 'أبوظبي', districts_counted: 16 },
  );

  it.each([
    [
      'sales in Abu Dhabi City except Coral Gate 2023',
      'Abu Dhabi City',
      'Coral Gate',
      /could not leave this out/,
    ],
    [
      'sales in Abu Dhabi City 2023 without Yas Island North',
      'Abu Dhabi City',
      'Yas Island North',
      /could not/,
    ],
    ['مبيعات مدينة أبوظبي 2023 ما عدا بوابة المرجان', 'مدينة أبوظبي', 'بوابة المرجان', /لم أستطع استثناء/],
  ])('%s: the whole, and that it is in it', (text, written, part, words) => {
    const calls = [search(written, 'Abu Dhabi City', 'municipality'), search(part, 'Yas Island')];
    expect(callsOf(stepFor(text, { offered: OFFERED, calls }))).toEqual([
      { tool: CITY, arguments: { municipality: 'Abu Dhabi City', year: 2_023 } },
    ]);
    const said = reply(stepFor(text, { offered: OFFERED, calls: [...calls, city] }));
    expect(said).toMatch(words);
    expect(said).not.toMatch(/Without|من دون/);
  });
});

describe('another kind that is set against one', () => {
  const stock = made(STOCK, { district: 'Yas Island' });

  it.each(['not apartments, villas', 'ومش الشقق، الفلل', 'villas, not apartments', 'مب شقق، فلل'])(
    '%s: the stock of that',
    (text) => {
      const before = { offered: OFFERED, said: ['supply of Yas'], earlier: [stock], lastCalls: [stock] };
      expect(callsOf(stepFor(text, before))).toEqual([
        { tool: STOCK, arguments: { district: 'Yas Island', property_type: 'Villa' } },
      ]);
    },
  );
});

describe('a ranking without a place', () => {
  const row = (rank: number, district: string) => ({
    rank,
    district,
    district_ar: district,
    total_value_aed: 100 - rank,
    transaction_count: 1,
    sharePct: 1,
  });
  const ranked = made(
    RANKING,
    { municipality: 'Abu Dhabi City', year: 2_024, limit: 3 },
    {
      municipality: 'Abu Dhabi City',
      year: 2_024,
      metric: 'value',
      order: 'highest',
      rows: [row(1, 'Saadiyat Island'), row(2, 'Yas Island'), row(3, 'Al Reem Island')],
    },
  );

  it.each([
    ['top 2 districts in Abu Dhabi City except Yas', 'Abu Dhabi City', 'Yas'],
    ['أعلى منطقتين في أبوظبي باستثناء ياس', 'أبوظبي', 'ياس'],
  ])('%s: one more is asked for, and Yas is not told', (text, city, yas) => {
    const calls = [search(city, 'Abu Dhabi City', 'municipality'), search(yas, 'Yas Island')];
    const filled = () => ({ year: 2_024, limit: 2 });
    const turn = { offered: OFFERED, calls, filled };
    expect(callsOf(stepFor(text, turn))).toEqual([
      { tool: RANKING, arguments: { municipality: 'Abu Dhabi City', year: 2_024, limit: 3 } },
    ]);
    const said = reply(stepFor(text, { ...turn, calls: [...calls, ranked] }));
    expect(said).toMatch(/^(?:Without Yas Island|من دون جزيرة ياس):\n[^]*1\. Saadiyat[^]*2\. Al Reem/);
    expect(said).not.toContain('. Yas Island');
  });

  it('counts "the second one" without it', () => {
    const said = ['top 2 districts in Abu Dhabi City except Yas'];
    const before = { offered: OFFERED, said, earlier: [ranked], lastCalls: [ranked], place: 1 };
    expect(callsOf(stepFor('the second one', before))).toEqual([
      { tool: SALES, arguments: { district: 'Al Reem Island', year: 2_024 } },
    ]);
  });
});

describe('homes to rent apart from others', () => {
  const unit = (id: string, district: string, furnished: boolean) => ({
    unit_id: id,
    district,
    district_ar: district,
    community: district,
    property_type: 'Apartment',
    bedrooms: 1,
    area_sqm: 70,
    annual_rent_aed: 30_000,
    monthly_rent_aed: 2_500,
    furnished,
  });
  const units = [unit('R-1', 'Baniyas', true), unit('R-2', 'Yas Island', true), unit('R-3', 'Hili', false)];
  const asked = { max_budget: 80_000, limit: 50 };
  const listed = made(RENTS, asked, { units, total: 3, returned: 3, sample: false });
  const filled = () => ({ max_budget: 80_000, district: 'Baniyas' });
  const told = (text: string, more: object = {}) =>
    [
      ...(reply(stepFor(text, { offered: OFFERED, filled, calls: [listed], ...more })) ?? '').matchAll(
        /R-\d/g,
      ),
    ].map(([id]) => id);

  it.each(['homes to rent up to 80k, not in Baniyas please', 'شقق للإيجار حتى 80 ألف مش في بني ياس'])(
    '%s: everywhere else',
    (text) => {
      const calls = [found('Baniyas')];
      expect(callsOf(stepFor(text, { offered: OFFERED, filled, calls }))[0]?.arguments).toMatchObject(asked);
      expect(callsOf(stepFor(text, { offered: OFFERED, filled, calls }))[0]?.arguments).not.toHaveProperty(
        'district',
      );
      expect(told(text, { calls: [...calls, listed] })).toEqual(['R-2', 'R-3']);
    },
  );

  it.each([
    ['flats to rent under 80k except Al Ain', ['R-1', 'R-2']],
    ['homes to rent up to 80k, not in Abu Dhabi City', ['R-3']],
    ['شقق للإيجار حتى 80 ألف ما عدا العين', ['R-1', 'R-2']],
  ])('%s: the districts of a municipality', (text, ids) => {
    const [query, name] = text.includes('City') ? ['Abu Dhabi City', 'Abu Dhabi City'] : ['Al Ain', 'Al Ain'];
    expect(told(text, { calls: [search(query, name, 'municipality'), listed] })).toEqual(ids);
  });

  it.each([
    ['flats to rent under 80k except Al Ain', 'Al Ain', 'Al Nowhere'],
    ['flats to rent under 80k except Coral Gate', 'Coral Gate', 'Yas Island'],
  ])('%s: says so where it is not known what lies there', (text, name, district) => {
    const data = { units: [units[0], unit('R-4', district, true)], total: 2, returned: 2, sample: false };
    const calls = [search(name, name, 'municipality'), made(RENTS, asked, data)];
    const said = reply(stepFor(text, { offered: OFFERED, filled, calls }));
    expect(said).toMatch(/^2 to rent[^]*1\. R-1[^]*2\. R-4[^]*I could not leave this out of the figures: /);
    expect(said).not.toContain('Without');
  });

  it('leaves out a part of a district, and not all of it', () => {
    const north = { ...unit('R-5', 'Yas Island', true), community: 'Yas Island North' };
    const data = { units: [units[1], north], total: 2, returned: 2, sample: false };
    const calls = [search('Yas Island North', 'Yas Island'), made(RENTS, asked, data)];
    expect(told('flats to rent under 80k except Yas Island North', { calls })).toEqual(['R-2']);
  });

  it.each(['not in Baniyas please', 'مش في بني ياس'])('%s: of the list that was made', (text) => {
    const before = { said: ['flats up to 80k'], earlier: [listed], lastCalls: [listed] };
    expect(told(text, { ...before, calls: [found('Baniyas'), listed] })).toEqual(['R-2', 'R-3']);
  });

  it.each([
    ['flats to rent up to 80k, not furnished', ['R-3']],
    ['unfurnished flats to rent up to 80k', ['R-3']],
    ['furnished flats to rent up to 80k', ['R-1', 'R-2']],
    ['شقة حتى 80 ألف مب مفروشة', ['R-3']],
    ['شقة مفروشة حتى 80 ألف', ['R-1', 'R-2']],
    ['No, furnished flats to rent up to 80k', ['R-1', 'R-2']],
    ['لا أريدها مفروشة، شقق للإيجار حتى 80 ألف', ['R-3']],
  ])('%s', (text, ids) => expect(told(text)).toEqual(ids));

  it.each([
    ['مب مفروشة', ['R-3']],
    ['not furnished', ['R-3']],
    ['المفروشة فقط', ['R-1', 'R-2']],
    ['no, furnished please', ['R-1', 'R-2']],
    ['لا، مفروشة', ['R-1', 'R-2']],
  ])('%s: of those that were listed', (text, ids) =>
    expect(told(text, { earlier: [listed], lastCalls: [listed], calls: [] })).toEqual(ids),
  );

  it.each([
    'flats to rent in Baniyas up to 80k',
    'flats up to 80k, furnished or not',
    'شقة حتى 80 ألف في بني ياس',
  ])('%s leaves nothing out', (text) =>
    expect(reply(stepFor(text, { offered: OFFERED, filled, calls: [found('Baniyas')] }))).toBeUndefined(),
  );
});
