import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { found, stepFor } from '../../testing/routine-turn.fixture.ts';
import { findUnitsByBudget, homeLine } from '../../tools/find-units-by-budget.tool.ts';
import { asksCount } from '../../tools/requests.ts';

const sales = (year: number, count: number, average: number, type: string | null = null) =>
  made(
    'get_total_sales_value',
    { district: 'Yas Island', year, ...(type && { property_type: type }) },
    {
      district: 'Yas Island',
      district_ar: 'جزيرة ياس',
      year,
      property_type: type,
      total_value_aed: count * average,
      transaction_count: count,
      average_value_aed: average,
      sample: true,
    },
  );

describe('why a figure is what it is', () => {
  const earlier = [found('Yas Island'), sales(2_023, 1_200, 2_500_000)];
  const lastCalls = earlier;

  it.each([
    'why did it change?',
    'How come?',
    'what caused that?',
    'لماذا تغيرت؟',
    'ليش ارتفعت؟',
    'وش السبب',
  ])('%s takes the sums of two years apart', (text) => {
    const calls = callsOf(stepFor(text, { earlier, lastCalls }));
    expect(new Set(calls.map(({ arguments: { year } }) => year))).toEqual(new Set([2_022, 2_023]));
    expect(new Set(calls.map(({ arguments: { property_type: type } }) => type))).toEqual(
      new Set([undefined, 'Apartment', 'Villa', 'Townhouse', 'Land']),
    );
  });

  const calls = [
    sales(2_022, 700, 2_000_000, 'Apartment'),
    sales(2_022, 1_000, 2_400_000),
    sales(2_023, 900, 2_000_000, 'Apartment'),
    sales(2_023, 1_200, 2_500_000),
  ];

  it('is told as number, price and mix, and as no cause', () => {
    const said = reply(stepFor('why did it change?', { earlier, lastCalls, calls })) ?? '';
    expect(said).toContain('no causes');
    expect(said).toContain('Number of sales: 1,000 → 1,200 (+20 %)');
    expect(said).toContain('AED 2,400,000 → AED 2,500,000 (+4.2 %)');
    expect(said).toContain('Share of apartments in the sales: 70 % → 75 %');
    expect(said).toContain('more from the number of sales');
  });

  it('is told not to have happened, where it did not', () => {
    const said = (text: string) => reply(stepFor(text, { earlier, lastCalls, calls }));
    expect(said('why did it drop?')).toContain('nothing of it fell');
    expect(said('why did it rise?')).not.toContain('nothing of it');
    expect(said('لماذا انخفضت؟')).toContain('لم ينخفض شيء');
  });

  it('is told in Arabic', () => {
    const said = reply(stepFor('لماذا تغيرت؟', { earlier, lastCalls, calls })) ?? '';
    expect(said).toContain('لا تتضمن البيانات الأسباب');
    expect(said).toContain('عدد المبيعات: من 1,000 إلى 1,200');
  });

  it.each(['why do you need a year?', 'why is this sample data?'])('%s is no such question', (text) => {
    expect(stepFor(text, { earlier, lastCalls })).toBeUndefined();
  });
});

it.each([
  'book it for Thursday',
  'can you book it for thursday?',
  'book a viewing in Yas',
  'arrange a visit please',
  'can I visit the second one?',
  'can I see it on Thursday?',
  'contact the landlord',
  "I'll take it",
  'احجزها يوم الخميس',
  'أريد معاينة الشقة',
  'ممكن موعد غدا؟',
])('%s: nothing is booked here, and what can be done is said', (text) => {
  expect(reply(stepFor(text))).toMatch(/cannot book|لا أستطيع حجز/);
});

it.each([
  'rank the districts of Al Ain',
  'رتب مناطق العين حسب المبيعات',
  'show me sales in Yas',
  'how many homes are there',
])('%s books nothing', (text) => expect(reply(stepFor(text)) ?? '').not.toMatch(/cannot book|لا أستطيع حجز/));

describe('a price to buy for', () => {
  const villas = sales(2_024, 294, 6_000_000, 'Villa');

  it.each([
    ['villa in Yas for three million', 'AED 3,000,000 (about 3 million) is 50 % below'],
    ['villa in Yas for 9m', '50 % above'],
    ['villa in Yas for 6.1 million', 'close to'],
    ['فيلا في ياس بثلاثة ملايين', 'أقل بنسبة 50 %'],
  ])('%s is held against the average', (text, said) => {
    expect(reply(stepFor(text, { calls: [found('Yas Island'), villas] }))).toContain(said);
  });

  it.each(['and with nine million?', '9m then'])('%s goes on with it', (text) => {
    const said = ['villa in Yas for three million'];
    expect(reply(stepFor(text, { said, earlier: [villas], lastCalls: [villas] }))).toContain('50 % above');
  });

  it('is that of the message before, where this one says the place', () => {
    const said = ['I want to buy a villa for 3 million'];
    expect(reply(stepFor('Yas Island', { said, calls: [found('Yas Island'), villas] }))).toContain(
      '50 % below',
    );
  });
});

describe('homes in Arabic', () => {
  const unit = (community: string, district: string, districtAr: string) => ({
    unit_id: 'R-1',
    district,
    district_ar: districtAr,
    community,
    property_type: 'Apartment',
    bedrooms: 1,
    area_sqm: 70,
    annual_rent_aed: 40_000,
    monthly_rent_aed: 3_333,
    furnished: false,
  });
  const message = { text: 'شقة', normalized: 'شقه', language: 'ar' };

  it.each([
    ['Khalifa City North', 'Khalifa City', 'مدينة خليفة', 'شمال مدينة خليفة'],
    ['Khalifa City South', 'Khalifa City', 'مدينة خليفة', 'جنوب مدينة خليفة'],
    // Two towns have the same name in Arabic.
    ['Madinat Zayed North', 'Madinat Zayed', 'مدينة زايد', 'شمال مدينة زايد (بلدية منطقة الظفرة)'],
    ['Zayed City North', 'Zayed City', 'مدينة زايد', 'شمال مدينة زايد (بلدية مدينة أبوظبي)'],
    // Of a service of one's own.
    ['Pearl Quarter', 'New Town', 'المدينة الجديدة', 'المدينة الجديدة (Pearl Quarter)'],
  ])('%s is told with its part of town', (community, district, districtAr, said) => {
    expect(homeLine(unit(community, district, districtAr), message)).toContain(`في ${said}:`);
  });
});

describe('what the data does not hold', () => {
  const listed = [made('find_units_by_budget', { max_budget: 60_000 }, { units: [], total: 12 })];

  it.each([
    ['with a pool', 'pools'],
    ['how far is the beach?', 'distances to the sea'],
    ['next to the sea', 'distances to the sea'],
    ['do they have parking?', 'parking'],
    ['any photos?', 'pictures'],
    ['هل فيها مسبح؟', 'المسابح'],
    ['مع موقف سيارة', 'المواقف'],
  ])('%s', (text, unknown) => {
    expect(reply(stepFor(text, { earlier: listed }))).toContain(unknown);
    expect(reply(stepFor(text, { nothingFits: true }))).toContain(unknown);
  });

  it.each(['which years?', 'what years do you have', 'ما السنوات المتوفرة؟'])('%s', (text) =>
    expect(reply(stepFor(text, { nothingFits: true }))).toMatch(/2020.*2024/),
  );

  it('is said of a list that could not go by it', () => {
    const { reply: words } = findUnitsByBudget.offline;
    const said = words.en({ units: [], total: 1, returned: 1 } as never, { max_budget: 90_000 } as never, {
      text: 'flat with a pool up to 90k',
      normalized: 'flat with a pool up to 90k',
      language: 'en',
    });
    expect(said).toContain('nothing of pools');
  });
});

it.each([
  ['average price?', undefined],
  ['how many deals?', undefined],
  ['كم متوسط السعر؟', undefined],
])('%s behind a municipality is of it', (text) => {
  const earlier = [
    made('get_municipality_sales', { municipality: 'Al Ain', year: 2_023, property_type: 'Villa' }),
  ];
  expect(callsOf(stepFor(text, { earlier, lastCalls: earlier }))).toEqual([
    {
      tool: 'get_municipality_sales',
      arguments: { municipality: 'Al Ain', year: 2_023, property_type: 'Villa' },
    },
  ]);
});

it.each([
  ['the 3 cheapest flats in Yas', 3],
  ['أرخص ٣ شقق في ياس', 3],
  ['أرخص ثلاث شقق في ياس', 3],
  ['cheapest 1 bedroom flat in Yas', 5],
])('%s lists %s', (text, limit) => {
  expect(callsOf(stepFor(text, { calls: [found('Yas Island')] }))[0]?.arguments).toMatchObject({ limit });
});

it.each([
  ['كم الفرق بينهما', false],
  ['كم متوسط السعر', false],
  ['كم صفقة تمت', true],
  ['كم عدد الصفقات', true],
])('%s counts: %s', (text, counts) => expect(asksCount(text)).toBe(counts));
