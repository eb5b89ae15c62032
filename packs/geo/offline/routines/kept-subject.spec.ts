import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { found, stepFor } from '../../testing/routine-turn.fixture.ts';
import { ASKS_LIMIT } from '../../tools/find-units-by-budget.tool.ts';
import { SEARCH } from '../../tools/fills.ts';

const RENTS = 'find_units_by_budget';
const alAin = made(
  SEARCH,
  { query: 'Al Ain' },
  {
    status: 'resolved',
    best: { type: 'municipality', name_en: 'Al Ain', district_en: null, municipality_en: 'Al Ain' },
  },
);
const NO_LIMIT = { max_budget: 100_000_000, limit: 5 };

describe('rents that were asked about without a limit', () => {
  const asked = (said: string, arabic = false) => ({
    said: [said],
    replied: [arabic ? ASKS_LIMIT.ar : ASKS_LIMIT.en],
    earlier: [found('Yas Island')],
    lastCalls: [found('Yas Island')],
  });

  it.each(['and in Al Ain?', 'what about Al Ain', 'Al Ain', 'وفي العين؟', 'وماذا عن العين؟', 'والعين'])(
    '%s: the homes there, the cheapest first',
    (text) => {
      const before = asked('average rent of 2 bedroom villas in Yas Island');
      expect(callsOf(stepFor(text, before)).map(({ tool }) => tool)).toEqual([SEARCH]);
      expect(callsOf(stepFor(text, { ...before, calls: [alAin] }))).toEqual([
        {
          tool: RENTS,
          arguments: { ...NO_LIMIT, municipality: 'Al Ain', property_type: 'Villa', bedrooms: 2 },
        },
      ]);
    },
  );

  it('searches for the tool where the broker has not offered it', () => {
    const before = { ...asked('rents in Yas Island'), offered: [SEARCH, 'tool_search'] };
    expect(callsOf(stepFor('and in Al Ain?', before)).map(({ tool }) => tool)).toEqual(['tool_search']);
    const calls = [made('tool_search', {})];
    expect(callsOf(stepFor('and in Al Ain?', { ...before, calls }))).toEqual([]);
  });

  it('takes other homes that are named beside the place', () => {
    const before = asked('ما متوسط إيجار الشقق في جزيرة ياس؟', true);
    const filled = () => ({ property_type: 'Villa' });
    expect(callsOf(stepFor('وفلل في العين؟', { ...before, filled, calls: [alAin] }))).toEqual([
      { tool: RENTS, arguments: { ...NO_LIMIT, municipality: 'Al Ain', property_type: 'Villa' } },
    ]);
  });

  it.each(['and sales in Al Ain?', 'how many deals in Al Ain in 2022', 'وعدد الصفقات في العين؟'])(
    '%s is about something else',
    (text) => {
      const step = stepFor(text, { ...asked('rents in Yas Island'), calls: [alAin] });
      expect(callsOf(step).map(({ tool }) => tool)).not.toContain(RENTS);
    },
  );
});

describe('rents that were listed without a limit', () => {
  const listed = made(RENTS, { ...NO_LIMIT, limit: 3, district: 'Yas Island', property_type: 'Apartment' });

  it.each(['and in Al Ain?', 'وفي العين؟'])('%s: as many of the same homes there', (text) =>
    expect(callsOf(stepFor(text, { earlier: [listed], lastCalls: [listed], calls: [alAin] }))).toEqual([
      {
        tool: RENTS,
        arguments: { ...NO_LIMIT, limit: 3, municipality: 'Al Ain', property_type: 'Apartment' },
      },
    ]),
  );
});

describe('another kind of property alone', () => {
  const offered = [SEARCH, RENTS, 'get_municipality_sales', 'get_transaction_count', 'get_current_supply'];
  const calls = {
    rents: made(
      RENTS,
      { max_budget: 90_000, municipality: 'Al Ain', property_type: 'Apartment' },
      { units: [], total: 0 },
    ),
    sales: made('get_municipality_sales', { municipality: 'Al Ain', year: 2_021, property_type: 'Villa' }),
    count: made('get_transaction_count', { district: 'Yas Island', year: 2_022 }),
    stock: made('get_current_supply', { district: 'Yas Island' }),
  };
  const stepAfter = (before: keyof typeof calls, text: string) =>
    stepFor(text, { earlier: [calls[before]], lastCalls: [calls[before]], offered });

  it.each([
    ['rents', 'villas?', 'Villa'],
    ['rents', 'only townhouses', 'Townhouse'],
    ['rents', 'والفلل؟', 'Villa'],
    ['sales', 'flats?', 'Apartment'],
    ['sales', 'what about land', 'Land'],
    ['sales', 'والأراضي؟', 'Land'],
    ['count', 'and villas', 'Villa'],
    ['count', 'الفلل فقط', 'Villa'],
    ['stock', 'villas?', 'Villa'],
    ['stock', 'والشقق؟', 'Apartment'],
  ] as const)('behind %s, %s: the same of it', (before, text, type) => {
    const { tool, arguments: given } = calls[before];
    expect(callsOf(stepAfter(before, text))).toEqual([
      { tool, arguments: { ...given, property_type: type } },
    ]);
  });

  it.each([
    ['rents', 'land?'],
    ['stock', 'how many villas were sold?'],
    ['rents', 'villa sales?'],
    ['rents', 'can I buy a villa?'],
  ] as const)('behind %s, %s is no such thing', (before, text) =>
    expect(callsOf(stepAfter(before, text))).toEqual([]),
  );
});

describe('another year alone', () => {
  const listed = made(RENTS, { max_budget: 90_000, district: 'Yas Island' }, { units: [], total: 0 });
  const stock = made('get_current_supply', { district: 'Yas Island' });
  const said = (text: string, last: typeof listed) =>
    reply(stepFor(text, { earlier: [last], lastCalls: [last] }));

  it.each(['and in 2022?', 'what about 2021', 'in 2023'])('%s: rents and stock are of one year', (text) => {
    expect(said(text, listed)).toContain('Homes to rent are known for 2024 alone');
    expect(said(text, stock)).toContain('The housing stock is known for 2024 alone');
  });

  it.each(['وفي 2022؟', 'وسنة ٢٠٢١؟'])('%s', (text) =>
    expect(said(text, listed)).toContain('الوحدات المعروضة للإيجار معروفة لسنة 2024 فقط'),
  );

  it.each(['and 2024?', 'in 2024', 'and in 2024?', 'وفي 2024؟', 'وسنة ٢٠٢٤؟'])(
    '%s: the year that is known is refused to nobody',
    (text) => {
      for (const last of [listed, stock]) expect(said(text, last) ?? '').not.toMatch(/alone|فقط/);
    },
  );

  it.each(['just land in 2021', 'land in 2022', 'land in 2023', 'والأراضي في 2022؟'])(
    '%s: land is no home, and is left to the tools',
    (text) => {
      for (const last of [listed, stock]) expect(said(text, last) ?? '').not.toMatch(/alone|فقط/);
    },
  );

  it.each(['and sales in 2022?', 'how many deals in 2022?', 'كم صفقة في 2022؟'])(
    '%s: sales are known for it, so that nothing is refused and the tools are left to count',
    (text) => {
      for (const last of [listed, stock])
        expect(stepFor(text, { earlier: [last], lastCalls: [last] })).toBeUndefined();
    },
  );
});
