import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { found, stepFor } from '../../testing/routine-turn.fixture.ts';
import { SEARCH } from '../../tools/fills.ts';

describe('after a comparison', () => {
  const earlier = [
    found('Yas Island'),
    found('Saadiyat Island'),
    made('compare_sales_between_districts', { districts: ['Yas Island', 'Saadiyat Island'], year: 2_023 }),
  ];

  it.each([
    ['and in 2022?', { districts: ['Yas Island', 'Saadiyat Island'], year: 2_022 }],
    ['villas only', { districts: ['Yas Island', 'Saadiyat Island'], year: 2_023, property_type: 'Villa' }],
    ['وفي 2022؟', { districts: ['Yas Island', 'Saadiyat Island'], year: 2_022 }],
  ])('%s goes on with it', (text, given) => {
    expect(callsOf(stepFor(text, { earlier }))).toEqual([
      { tool: 'compare_sales_between_districts', arguments: given },
    ]);
  });

  it('one more place joins it', () => {
    const calls = [found('Al Reem Island')];
    expect(callsOf(stepFor('and Al Reem', { earlier, calls }))).toEqual([
      {
        tool: 'compare_sales_between_districts',
        arguments: { districts: ['Yas Island', 'Saadiyat Island', 'Al Reem Island'], year: 2_023 },
      },
    ]);
  });

  it.each([
    'which communities are in Baniyas?',
    'how many deals in Hili',
    'total sales of Yas in 2021',
    'what areas are there in Al Ain?',
    'top 3 districts in Al Ain',
    'thanks, that is all for now',
    'كم صفقة في هيلي',
    'وما مناطق العين',
  ])('%s is a question of its own', (text) => {
    expect(stepFor(text, { earlier })).toBeUndefined();
  });
});

describe('the years of a place', () => {
  const earlier = [
    found('Yas Island'),
    made('get_total_sales_value', { district: 'Yas Island', year: 2_023, property_type: 'Villa' }),
  ];

  it('are those of the place and kind of before, where the message names none', () => {
    const calls = callsOf(stepFor('which year was the best?', { earlier }));
    expect(calls.map(({ arguments: given }) => given)).toEqual(
      [2_020, 2_021, 2_022, 2_023, 2_024].map((year) => ({
        district: 'Yas Island',
        year,
        property_type: 'Villa',
      })),
    );
  });

  it.each(['how did sales in Dubai develop since 2022?', 'كيف تطورت المبيعات في دبي منذ 2022'])(
    'are not those of the place before where another is named that nobody knows: %s',
    (text) => expect(callsOf(stepFor(text, { earlier }))).toEqual([]),
  );
});

describe('the homes that were listed', () => {
  const unit = (id: string, rent: number, area: number, furnished: boolean) => ({
    unit_id: id,
    district: 'Al Reef',
    district_ar: 'الريف',
    community: 'Al Reef North',
    property_type: 'Apartment',
    bedrooms: 1,
    area_sqm: area,
    annual_rent_aed: rent,
    monthly_rent_aed: Math.round(rent / 12),
    furnished,
  });
  const units = [unit('R-1', 40_000, 70, false), unit('R-2', 50_000, 90, true)];
  const earlier = [made('find_units_by_budget', { max_budget: 60_000 }, { units, total: 12, sample: true })];

  it.each([
    ['which is the cheapest?', ['R-1']],
    ['the biggest one', ['R-2']],
    ['anything bigger?', ['R-2']],
    ['الأصغر؟', ['R-1']],
    ['which ones are furnished', ['R-2']],
    ['any unfurnished?', ['R-1']],
    ['only those that are not furnished', ['R-1']],
    ['المفروشة فقط', ['R-2']],
    ['غير مفروشة', ['R-1']],
  ])('%s', (text, ids) => {
    expect(reply(stepFor(text, { earlier }))?.match(/R-\d/g)).toEqual(ids);
  });

  it.each([
    ['the second one', 1, 'R-2'],
    ['tell me more about the first', 0, 'R-1'],
    ['أخبرني عن الثانية', 1, 'R-2'],
    ['والأخيرة؟', -1, 'R-2'],
  ])('%s is one of them', (text, place, id) => {
    expect(reply(stepFor(text, { earlier, place }))).toMatch(
      new RegExp(`^${place < 0 ? 2 : place + 1}\\. ${id}`),
    );
  });

  it.each(['tell me about the fifth one', 'الخامسة'])('%s is none of them', (text) => {
    expect(reply(stepFor(text, { earlier, place: 4 }))).toMatch(/only 2|2 فقط/);
  });

  it.each(['sales in the second quarter', 'المبيعات في الربع الثاني'])('%s picks none', (text) =>
    expect(stepFor(text, { earlier, place: 1 })).toBeUndefined(),
  );

  it.each([
    'make it cheaper',
    'something cheaper?',
    'that is too expensive',
    'أريد أرخص',
    'هل يوجد أرخص؟',
    'غالي',
  ])('%s: the list begins with the cheapest', (text) =>
    expect(reply(stepFor(text, { earlier }))).toMatch(
      /^(?:Nothing of that kind is cheaper|لا يوجد أرخص)[^]*R-1/,
    ),
  );

  it('a lowest rent that was asked for has left cheaper ones out', () => {
    const [listed] = earlier;
    const bounded = [{ ...listed!, arguments: { min_budget: 40_000, max_budget: 60_000, bedrooms: 1 } }];
    expect(callsOf(stepFor('anything cheaper?', { earlier: bounded }))).toEqual([
      { tool: 'find_units_by_budget', arguments: { max_budget: 39_999, bedrooms: 1 } },
    ]);
  });

  it.each(['more', 'show me 5 more', 'the next ones please', 'المزيد'])(
    '%s asks for those after them',
    (text) => {
      expect(callsOf(stepFor(text, { earlier }))).toEqual([
        { tool: 'find_units_by_budget', arguments: { max_budget: 60_000, limit: 12 } },
      ]);
    },
  );

  it.each(['more bedrooms', 'more than one bedroom', 'the lowest sales in 2023'])(
    '%s asks for something else',
    (text) => expect(stepFor(text, { earlier })).toBeUndefined(),
  );
});

describe('the cheapest home', () => {
  const home = {
    unit_id: 'R-17-2024-00',
    district: 'Al Jimi',
    district_ar: 'الجيمي',
    community: 'Al Jimi North',
    property_type: 'Apartment',
    bedrooms: 0,
    area_sqm: 40,
    annual_rent_aed: 20_500,
    monthly_rent_aed: 1_708,
    furnished: true,
  };
  const alAin = made(
    SEARCH,
    { query: 'العين' },
    { status: 'resolved', best: { type: 'municipality', name_en: 'Al Ain', municipality_en: 'Al Ain' } },
  );

  it.each([
    ['ابي ارخص شقة بالعين', { municipality: 'Al Ain', property_type: 'Apartment' }],
    ['cheapest 2 bedroom flat to rent in Al Ain', { municipality: 'Al Ain', bedrooms: 2 }],
  ])('%s is listed by rents, without a limit', (text, given) => {
    expect(callsOf(stepFor(text))).toEqual([
      { tool: SEARCH, arguments: { query: expect.anything() as string } },
    ]);
    const { municipality: _, ...filled } = given as Record<string, unknown>;
    const [list, ...others] = callsOf(stepFor(text, { calls: [alAin], filled: () => filled }));
    expect([list, others]).toEqual([
      { tool: 'find_units_by_budget', arguments: expect.objectContaining(given) as object },
      [],
    ]);
    const listed = made('find_units_by_budget', list!.arguments, { units: [home], total: 1, sample: true });
    expect(reply(stepFor(text, { calls: [alAin, listed] }))).toMatch(/R-17-2024-00[^]*20,500/);
  });

  it.each(['which area is the cheapest', 'ما ارخص منطقة للشقق', 'cheapest flat to buy in Al Ain'])(
    '%s is no question about single homes to rent',
    (text) => expect(callsOf(stepFor(text))).not.toContainEqual(expect.objectContaining({ tool: SEARCH })),
  );
});

describe('after a ranking', () => {
  const rows = ['Saadiyat Island', 'Yas Island'].map((district, index) => ({
    rank: index + 1,
    district,
    district_ar: district,
    total_value_aed: 1,
    transaction_count: 1,
    sharePct: 50,
  }));
  const earlier = [
    made(
      'get_top_districts_in_municipality',
      { municipality: 'Abu Dhabi City', year: 2_023 },
      { rows, municipality: 'Abu Dhabi City', year: 2_023 },
    ),
  ];
  const offered = ['get_total_sales_value', 'get_transaction_count', 'get_current_supply'];

  it.each([
    ['the second one', 'get_total_sales_value', { district: 'Yas Island', year: 2_023 }],
    ['how many deals in the second one?', 'get_transaction_count', { district: 'Yas Island', year: 2_023 }],
    [
      'villas in the second one in 2022',
      'get_total_sales_value',
      { district: 'Yas Island', year: 2_022, property_type: 'Villa' },
    ],
    ['housing stock of the second one', 'get_current_supply', { district: 'Yas Island' }],
    ['كم صفقة في الثانية؟', 'get_transaction_count', { district: 'Yas Island', year: 2_023 }],
    ['قيمة المبيعات في الثانية سنة 2022', 'get_total_sales_value', { district: 'Yas Island', year: 2_022 }],
  ])('%s is about that district', (text, tool, given) => {
    expect(callsOf(stepFor(text, { earlier, offered, place: 1 }))).toEqual([{ tool, arguments: given }]);
  });

  it('a place that the ranking does not have is said to be none', () => {
    expect(reply(stepFor('and the fourth?', { earlier, offered, place: 3 }))).toBe('There were only 2.');
  });
});

describe('the stock of the place of before', () => {
  const earlier = [made('get_total_sales_value', { district: 'Al Muwaiji', year: 2_024 })];
  it.each(['and the supply there?', 'how many homes are empty there?', 'والمعروض هناك؟', 'كم وحدة شاغرة؟'])(
    '%s',
    (text) => {
      expect(callsOf(stepFor(text, { earlier }))).toEqual([
        { tool: 'get_current_supply', arguments: { district: 'Al Muwaiji' } },
      ]);
    },
  );
});

describe('a verdict after a comparison', () => {
  const rows = [
    { district: 'Saadiyat Island', district_ar: 'السعديات', rank: 1, average_value_aed: 4_000 },
    { district: 'Yas Island', district_ar: 'ياس', rank: 2, average_value_aed: 3_000 },
  ].map((row) => ({ ...row, total_value_aed: 1, transaction_count: 1 }));
  const compared = made(
    'compare_sales_between_districts',
    { districts: ['Yas Island', 'Saadiyat Island'], year: 2_023 },
    { rows, year: 2_023, property_type: null, difference_aed: 1, difference_pct: 1 },
  );
  const earlier = [found('Yas Island'), found('Saadiyat Island'), compared];

  it.each([
    'which is cheaper?',
    'which one is more expensive?',
    'cheaper per m²?',
    'so which has the lower price per square metre?',
    'the cheaper one?',
  ])('%s', (text) => {
    expect(reply(stepFor(text, { earlier, calls: [compared] }))).toContain(
      'Yas Island is cheaper than Saadiyat Island, by AED 1,000 a sale',
    );
  });

  it.each(['أيهما أرخص؟', 'وأيهما أغلى؟', 'أيهما أقل سعرا للمتر؟', 'والأرخص؟', 'من الأغلى؟'])(
    '%s',
    (text) => {
      expect(reply(stepFor(text, { earlier, calls: [compared] }))).toContain(
        'ياس أرخص من السعديات بفارق 1,000',
      );
    },
  );

  it('prices per square metre are said not to be known', () => {
    expect(reply(stepFor('which is cheaper per m²?', { earlier, calls: [compared] }))).toContain(
      'Prices per square metre are not among the figures',
    );
  });
});
