import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

describe('an entry that the list does not have', () => {
  const one = {
    earlier: [made('search_properties', {}, { total: 1 })],
    said: ['villa in Coral Bay'],
    replied: ['One match for villas in Coral Bay:\n1. 3-bedroom villa in Coral Bay (prop-0007): €610,000'],
  };
  it.each([
    ['tell me more about the second one', 1],
    ['can I see the third one?', 2],
    ['and the second?', 1],
    ['number 4 please', 3],
    ['أخبرني أكثر عن الثانية', 1],
    ['هل يمكنني معاينة الثالثة؟', 2],
  ])('%s of a single match', (text, place) => {
    expect(reply(stepFor(text, { ...one, place }))).toMatch(
      /^(?:There was only one|كان هناك عقار واحد فقط)[^]*prop-0007/,
    );
  });

  it.each([
    ['can I see the first one', 0],
    ['ممكن أشوف الأولى؟', 0],
  ])('%s where nothing was found', (text, place) => {
    const earlier = [made('search_properties', {}, { total: 0 })];
    expect(reply(stepFor(text, { earlier, said: ['villa'], replied: ['Nothing matches.'], place }))).toMatch(
      /Nothing was found|لم يوجد شيء/,
    );
  });

  it('nothing was listed yet', () => {
    expect(reply(stepFor('the second one', { place: 1 }))).toContain('not listed any homes yet');
  });

  it.each([
    ['first floor flats in Paphos', 0],
    ['the second week of May', 1],
    ['الطابق الثاني', 1],
    ['الساعة الثانية', 1],
  ])('%s picks none', (text, place) => {
    expect(reply(stepFor(text, { ...one, place })) ?? '').not.toMatch(/only one|واحد فقط/);
  });

  it('a time is picked where times were told', () => {
    const replied = [...one.replied, 'Free times:\n1. Monday, 09:00 with Maria\nWhich one suits?'];
    expect(stepFor('the third one', { ...one, replied, said: ['a', 'b'], place: 2 })).toBeUndefined();
  });
});

describe('who bargains', () => {
  it.each([
    'is the price negotiable?',
    'Would they take less?',
    'any discount for cash?',
    'can the owner come down on the price?',
    'is that your best price?',
    'could they lower the price a bit',
    'هل السعر قابل للتفاوض؟',
    'ممكن خصم؟',
    'هل ينزل المالك في السعر؟',
    'كم آخر سعر؟',
    'في مجال للتفاوض؟',
  ])('%s: the price is what is asked for', (text) => {
    expect(reply(stepFor(text))).toMatch(/what the owners ask|ما يطلبه المالك/);
  });

  it.each([
    'offer 400k on deal-002',
    'lower the price of deal-002 to 390k',
    'best prices in Paphos',
    'flats under 200k',
  ])('%s is something else', (text) =>
    expect(reply(stepFor(text)) ?? '').not.toContain('what the owners ask'),
  );
});

describe('a home, and no more', () => {
  it.each([
    "I'm looking for a home",
    'hi, we are looking for a new home',
    'I want to buy a property',
    'looking for a place to rent',
    'we need a place to live in Cyprus',
    'can you help me find a home',
    'أبحث عن بيت',
    'أريد شراء عقار',
    'مرحبا نبحث عن سكن للإيجار',
    'ابغي اشتري بيت',
  ])('%s: what a search takes is asked for', (text) => {
    expect(reply(stepFor(text))).toMatch(/^(?:Gladly|بكل سرور)/);
  });

  it.each([
    "I'm looking for a home in Paphos",
    'we need a home with three bedrooms',
    'looking for a home office',
    'أبحث عن بيت في لارنكا',
    'I want to sell my home',
  ])('%s says more', (text) => expect(reply(stepFor(text)) ?? '').not.toMatch(/^(?:Gladly|بكل سرور)/));
});

describe('the prices of several places', () => {
  const market = (district: string, price: number) =>
    made(
      'analyze_market_trends',
      { district },
      {
        scope: { district, propertyType: null, dealType: 'sale', bedrooms: null },
        periodMonths: 12,
        newListings: 1,
        activeListings: 2,
        closedCount: 3,
        medianPrice: 200_000,
        medianPricePerSqm: price,
        changePct: null,
        direction: 'unknown',
        medianDaysOnMarket: null,
        monthsOfSupply: null,
        sample: true,
      },
    );

  it.each([
    ['compare prices in Paphos and Larnaca', ['Paphos', 'Larnaca']],
    ['which is cheaper, Limassol or Nicosia?', ['Limassol', 'Nicosia']],
    ['how do prices in Coral Bay and Tala differ: what is the difference?', ['Coral Bay', 'Tala']],
    ['قارن أسعار الشقق في ليماسول ونيقوسيا', ['Limassol', 'Nicosia']],
    ['أيهما أغلى بافوس أم لارنكا؟', ['Paphos', 'Larnaca']],
    ["what's the market like in Larnaca?", ['Larnaca']],
    ['how are prices in Paphos?', ['Paphos']],
    ['كيف السوق في بافوس', ['Paphos']],
  ])('%s', (text, places) => {
    expect(callsOf(stepFor(text))).toEqual(
      places.map((district) => ({ tool: 'analyze_market_trends', arguments: { district } })),
    );
  });

  it.each([
    'flats in Limassol or Larnaca under 170k',
    'شقق في بافوس أو لارنكا حتى 150 ألف',
    'cheaper flats in Paphos or Peyia',
  ])('%s asks for homes', (text) => {
    expect(callsOf(stepFor(text)).map(({ tool }) => tool)).not.toContain('analyze_market_trends');
  });

  it('says of each, and which is cheaper', () => {
    const calls = [market('Paphos', 2_000), market('Larnaca', 1_800)];
    const said = reply(stepFor('compare prices in Paphos and Larnaca', { calls })) ?? '';
    expect(said).toContain(
      'Per m² Larnaca is the cheapest at €1,800, and Paphos the most expensive at €2,000.',
    );
    expect(said.match(/sample data/g)).toHaveLength(1);
    expect(reply(stepFor('قارن الأسعار في بافوس ولارنكا', { calls }))).toContain(
      'الأرخص للمتر المربع لارنكا',
    );
  });

  it('looks for the tool where it is not offered', () => {
    expect(callsOf(stepFor('compare prices in Paphos and Larnaca', { offered: ['tool_search'] }))).toEqual([
      { tool: 'tool_search', arguments: { query: 'compare prices in Paphos and Larnaca' } },
    ]);
  });
});

describe('homes with a pool', () => {
  const earlier = [
    made('search_properties', { district: 'Larnaca', propertyType: 'Villa', maxPrice: 600_000 }),
  ];

  it.each([
    'what else do you have with a pool?',
    'any with a pool',
    'only with a swimming pool',
    'هل يوجد شيء فيه مسبح؟',
    'مع مسبح فقط',
  ])('%s goes on from the last search', (text) => {
    const [list, counted] = callsOf(stepFor(text, { earlier }));
    expect(list?.arguments['filters']).toEqual([
      { field: 'pool', op: 'eq', value: true },
      { field: 'status', op: 'eq', value: 'available' },
      { field: 'district', op: 'eq', value: 'Larnaca' },
      { field: 'propertyType', op: 'eq', value: 'Villa' },
      { field: 'dealType', op: 'eq', value: 'sale' },
      { field: 'price', op: 'lte', value: 600_000 },
    ]);
    expect(counted?.arguments['operation']).toBe('count');
  });

  it.each(['villa with a pool in Coral Bay', 'فيلا بمسبح في كورال باي'])(
    '%s is a search of its own',
    (text) => {
      const filled = () => ({ district: 'Coral Bay', propertyType: 'Villa' });
      const [list] = callsOf(stepFor(text, { earlier, filled }));
      expect(list?.arguments['filters']).toContainEqual({ field: 'area', op: 'eq', value: 'Coral Bay' });
    },
  );

  it.each(['why do they have no pool?', 'does prop-0043 have a pool?', 'a pool table'])(
    '%s is not',
    (text) => {
      const calls = callsOf(stepFor(text, { earlier }));
      expect(calls.filter(({ arguments: given }) => given['operation'] === 'count')).toEqual([]);
    },
  );
});

describe('an agent named behind a booking', () => {
  const lastCalls = [
    made(
      'schedule_viewing',
      {},
      {
        startsAt: '2026-11-19T07:30:00.000Z',
        timezone: 'Asia/Nicosia',
        property: { id: 'prop-0105' },
        agent: { name: 'Andreas Georgiou' },
      },
    ),
  ];

  it.each(['with Maria please', 'can it be with Maria?', 'مع Maria لو سمحت'])(
    '%s: that day of hers',
    (text) => {
      expect(callsOf(stepFor(text, { lastCalls }))).toEqual([
        {
          tool: 'check_calendar',
          arguments: {
            agentId: 'Maria',
            dateFrom: '2026-11-19',
            dateTo: '2026-11-19',
            propertyId: 'prop-0105',
          },
        },
      ]);
    },
  );

  it('the booking stays', () => {
    const calls = [made('check_calendar', {}, { slots: [], timezone: 'Asia/Nicosia' })];
    expect(reply(stepFor('with Maria please', { lastCalls, calls }))).toMatch(
      /with Andreas Georgiou, and stays so/,
    );
  });

  it.each(['book it with Maria on Friday at 10', 'is Maria free tomorrow?'])(
    '%s is a request of its own',
    (text) => expect(stepFor(text, { lastCalls })).toBeUndefined(),
  );
});

describe('to view a home', () => {
  const told = { said: ['flats'], replied: ['1. Flat (prop-0264)\n2. Flat (prop-0265)'] };

  it.each([
    ['can I view the first one on Friday at 10?', { picked: 'prop-0264' }],
    ['can I view the first one?', { picked: 'prop-0264' }],
    ['could we visit it on Friday?', {}],
  ])('%s is nothing of its record', (text, more) =>
    expect(callsOf(stepFor(text, { ...told, ...more }))).toEqual([]),
  );

  it('does the first one have a sea view? is', () =>
    expect(
      callsOf(stepFor('does the first one have a sea view?', { ...told, picked: 'prop-0264' })),
    ).not.toEqual([]));
});

describe('the nearest to the sea', () => {
  const told = { said: ['flats'], replied: ['1. A (prop-0264)\n2. B (prop-0265)'] };
  const rows = [
    { id: 'prop-0264', title: 'A', dealType: 'sale', price: 100_000, distanceToSea: 900 },
    { id: 'prop-0265', title: 'B', dealType: 'sale', price: 120_000, distanceToSea: 300 },
  ];
  const calls = [made('query_org_data', {}, { rows })];
  const ASKED = [
    'أيها الأقرب إلى البحر؟',
    'أي واحدة أقرب للبحر؟',
    'ما هي الأقرب من الشاطئ؟',
    'which of those is closest to a beach?',
    'which one is nearest to the sea?',
  ];

  it.each(ASKED)('%s is one of those that were listed', (text) =>
    expect(reply(stepFor(text, { ...told, calls }))).toMatch(/:.*\(prop-0265\).*300/),
  );

  it.each(['أيها الأقرب إلى البحر؟', 'which of those is closest to a beach?'])(
    '%s where none were',
    (text) => {
      expect(reply(stepFor(text))).toMatch(/not listed any homes yet|لم أعرض عليك/);
      const earlier = [made('search_properties', {}, { total: 0 })];
      expect(reply(stepFor(text, { earlier }))).toMatch(/Nothing was found|لم يوجد شيء/);
    },
  );

  it.each([
    'something closer to the beach',
    'which lawyer is nearest to the beach?',
    'which villas in Paphos are nearest to the sea?',
    'أريد شيئا أقرب إلى البحر',
  ])('%s is another question', (text) =>
    expect(reply(stepFor(text, { ...told, calls })) ?? '').not.toMatch(/Of those that I named|مما ذكرته/),
  );
});

describe('who asks what it is, and what it can do', () => {
  it.each([
    ['Are you a robot? what can you actually do', /^I am an assistant program\. I can find homes/],
    ['هل أنت روبوت؟', /^أنا برنامج مساعد\. أستطيع البحث/],
  ])('%s', (text, said) => expect(reply(stepFor(text, { smallTalk: 'help' }))).toMatch(said));
  it('is left to the tools of the office where staff ask', () =>
    expect(stepFor('what can you do?', { smallTalk: 'help', byStaff: true })).toBeUndefined());
});
