import { detectLanguage, normalizeText, type RoutineCall, type RoutineStep, type RoutineTurn } from '#tools';
import { SEARCH } from '../tools/fills.ts';
import { routines } from './index.ts';

function stepFor(text: string, more: Partial<RoutineTurn> = {}): RoutineStep | undefined {
  const turn: RoutineTurn = {
    agent: 'geo_analyst',
    message: { text, language: detectLanguage(text), normalized: normalizeText(text) },
    attached: [],
    said: [],
    replied: [],
    earlier: [],
    calls: [],
    offered: [
      SEARCH,
      'compare_sales_between_districts',
      'find_units_by_budget',
      'get_current_supply',
      'get_municipality_sales',
      'get_total_sales_value',
    ],
    artifacts: {},
    material: {},
    nothingFits: false,
    ...more,
  };
  for (const routine of routines) {
    const step = routine(turn);
    if (step) return step;
  }
  return undefined;
}

const made = (tool: string, given: Record<string, unknown>, data: object = {}): RoutineCall => ({
  tool,
  arguments: given,
  result: { success: true, data },
});
const found = (district: string) =>
  made(
    SEARCH,
    { query: district },
    { status: 'resolved', best: { type: 'district', name_en: district, district_en: district } },
  );
const reply = (step: RoutineStep | undefined) => (step && 'reply' in step ? step.reply : undefined);
const callsOf = (step: RoutineStep | undefined) => (step && 'calls' in step ? step.calls : []);

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
    ['which ones are furnished', ['R-2']],
    ['any unfurnished?', ['R-1']],
    ['only those that are not furnished', ['R-1']],
    ['المفروشة فقط', ['R-2']],
    ['غير مفروشة', ['R-1']],
  ])('%s', (text, ids) => {
    expect(reply(stepFor(text, { earlier }))?.match(/R-\d/g)).toEqual(ids);
  });

  it.each(['more', 'show me 5 more', 'the next ones please', 'المزيد'])(
    '%s asks for those after them',
    (text) => {
      expect(callsOf(stepFor(text, { earlier }))).toEqual([
        { tool: 'find_units_by_budget', arguments: { max_budget: 60_000, limit: 12 } },
      ]);
    },
  );

  it.each(['more bedrooms', 'more than one bedroom', 'next to the sea', 'the lowest sales in 2023'])(
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
    const [list, ...others] = callsOf(stepFor(text, { calls: [alAin] }));
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
