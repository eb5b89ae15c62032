import type { RoutineTurn } from '#pack-kit';
import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { found, stepFor } from '../../testing/routine-turn.fixture.ts';

const HOMES = 'find_units_by_budget';
const filled = (values: object): Pick<RoutineTurn, 'filled'> => ({ filled: () => ({ ...values }) });
const argumentsFor = (text: string, more: Partial<RoutineTurn>) =>
  callsOf(stepFor(text, more)).map(({ tool, arguments: given }) => [tool, given]);

describe('rents of a place', () => {
  const reem = [
    found('Al Reem Island'),
    made('get_total_sales_value', { district: 'Al Reem Island', year: 2_023 }),
  ];

  it.each([
    'أرخص شقة غرفة وصالة للايجار هناك؟',
    'cheapest 1 bed flat to rent there?',
    "what's the rent there?",
  ])('%s is of the place of the sales', (text) => {
    expect(argumentsFor(text, { earlier: reem, lastCalls: reem })).toEqual([
      [HOMES, expect.objectContaining({ district: 'Al Reem Island' })],
    ]);
  });

  it.each(['cheapest flat to rent?', 'أرخص شقة للايجار'])('%s is of all places', (text) => {
    expect(argumentsFor(text, { earlier: reem, lastCalls: reem })).toEqual([
      [HOMES, expect.not.objectContaining({ district: 'Al Reem Island' })],
    ]);
  });

  it.each([
    'بكم الايجار في الخالدية؟',
    'how much is the rent in Al Khalidiyah?',
    'what are rents in Khalidiya',
  ])('%s needs no limit', (text) => {
    expect(argumentsFor(text, { calls: [found('Al Khalidiyah')] })).toEqual([
      [HOMES, expect.objectContaining({ district: 'Al Khalidiyah' })],
    ]);
  });

  it.each(['what is the average rent in Al Reef', 'how much did Yas sell for', 'بكم الفلل في ياس'])(
    '%s is something else',
    (text) => {
      expect(argumentsFor(text, { calls: [found('Al Reef')] }).map(([tool]) => tool)).not.toContain(HOMES);
    },
  );

  it.each(['غرفتين وصالة', '2 bedrooms', 'and two bedrooms'])('%s goes on with them', (text) => {
    const listed = made(
      HOMES,
      { max_budget: 100_000_000, limit: 5, district: 'Al Khalidiyah' },
      { units: [], total: 0 },
    );
    expect(argumentsFor(text, { earlier: [listed], lastCalls: [listed] })).toEqual([
      [HOMES, expect.objectContaining({ district: 'Al Khalidiyah', bedrooms: 2 })],
    ]);
  });
});

describe('homes that are wished for over two messages', () => {
  const compared = made('compare_sales_between_districts', {
    districts: ['Al Reem Island', 'Yas Island'],
    year: 2_023,
  });

  it('are of both places that were compared', () => {
    const more = {
      earlier: [compared],
      lastCalls: [compared],
      ...filled({ max_budget: 70_000, bedrooms: 1 }),
    };
    expect(argumentsFor('what about renting instead? 1 bed, max 70k', more)).toEqual(
      ['Al Reem Island', 'Yas Island'].map((district) => [
        HOMES,
        { max_budget: 70_000, bedrooms: 1, district },
      ]),
    );
  });

  it.each([
    ['whats the cheapest area to rent a 2 bed in abu dhabi', 2],
    ['cheapest area for two bedrooms', 2],
    ['أرخص منطقة لشقة غرفتين وصالة', 2],
  ])('%s keeps its bedrooms', (before, bedrooms) => {
    const more = { said: [before], calls: [found('Khalifa City')], ...filled({ max_budget: 90_000 }) };
    expect(argumentsFor('ok khalifa city then, up to 90k', more)).toEqual([
      [HOMES, { max_budget: 90_000, bedrooms, district: 'Khalifa City' }],
    ]);
  });
});

describe('one of the homes that were listed', () => {
  const unit = {
    unit_id: 'U1',
    property_type: 'Apartment',
    community: 'Yas Island',
    district: 'Yas Island',
    district_ar: 'جزيرة ياس',
    annual_rent_aed: 60_000,
    monthly_rent_aed: 5_000,
    bedrooms: 1,
    area_sqm: 70,
    furnished: false,
  };
  const earlier = [made(HOMES, { max_budget: 70_000 }, { units: [unit], total: 1, sample: true })];

  it.each(['is the second one furnished?', 'هل الثانية مفروشة؟'])('%s: there is no second', (text) => {
    expect(reply(stepFor(text, { earlier, place: 1 }))).toMatch(/only one|واحدة فقط/);
  });

  it('is told whether it is furnished', () => {
    expect(reply(stepFor('is the first one furnished?', { earlier, place: 0 }))).toContain('not furnished');
  });
});
