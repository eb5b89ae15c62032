import type { RoutineCall } from '#pack-kit';
import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

const search = made(
  'search_properties',
  { district: 'Paphos', maxPrice: 200_000 },
  {
    total: 24,
    filters: { district: 'Paphos', maxPrice: 200_000, dealType: 'sale', propertyType: 'Apartment' },
  },
);
const list =
  '24 matches for apartments for sale in Paphos up to €200,000; the cheapest are:\n1. 1-bedroom apartment in Tala (prop-0103): €114,000\n2. 1-bedroom apartment in Peyia (prop-0014): €115,000';
const shown = { earlier: [search], lastCalls: [search], said: ['flats'], replied: [list] };

describe('why these homes were shown', () => {
  it.each([
    'why?',
    'but why these?',
    'Why did you pick the first one?',
    'how did you choose them?',
    'what is this based on?',
    'how come?',
  ])('%s: by what was asked for, and by price', (text) => {
    const said = reply(stepFor(text, shown));
    expect(said).toContain('apartments for sale in Paphos up to €200,000 (24 that are available)');
    expect(said).toContain('cheapest first');
  });

  it.each(['لماذا؟', 'ليش هذه بالذات؟', 'لماذا اخترت الأولى؟'])('%s', (text) => {
    expect(reply(stepFor(text, shown))).toMatch(/تطابق ما طلبته: شقق للبيع في بافوس[^]*الأرخص أولا/);
  });

  it('names the one that is asked about', () => {
    expect(reply(stepFor('why the second one?', { ...shown, place: 1 }))).toContain(
      '2. 1-bedroom apartment in Peyia',
    );
  });

  it('tells the order that the list had', () => {
    const replied = [
      '5 matches for villas, ordered by distance to the sea, the nearest first:\n1. Villa (prop-0001)',
    ];
    expect(reply(stepFor('why these?', { ...shown, replied }))).toContain('ordered by distance to the sea');
  });

  it.each(['why is it so cheap?', 'why are the prices so high?', 'لماذا السعر مرتفع؟'])(
    '%s: a price has no reasons on record',
    (text) => expect(reply(stepFor(text, shown))).toMatch(/not the reasons|دون أسبابه/),
  );

  it.each(['why do you need my phone?', 'why?'])('%s where nothing was shown', (text) =>
    expect(stepFor(text)).toBeUndefined(),
  );
});

describe('which one is best', () => {
  const row = (id: string, price: number, area: number, sea: number, year: number) => ({
    id,
    title: `1-bedroom apartment in ${id}`,
    dealType: 'sale',
    price,
    coveredAreaSqm: area,
    distanceToSea: sea,
    yearBuilt: year,
    status: 'available',
  });
  const asked = [
    'which would you recommend?',
    "what's the best one?",
    'what do you suggest?',
    'أيها تنصح؟',
    'ما أفضل خيار',
  ];

  it.each(asked)('%s reads the records of what was listed', (text) =>
    expect(callsOf(stepFor(text, shown)).map(({ tool }) => tool)).toEqual(['query_org_data']),
  );

  it('tells what each leads in, and leaves the choice', () => {
    const calls = [
      made(
        'query_org_data',
        {},
        { rows: [row('prop-0103', 114_000, 50, 900, 2_001), row('prop-0014', 115_000, 60, 300, 1_990)] },
      ),
    ];
    const said = reply(stepFor('which would you recommend?', { ...shown, calls })) ?? '';
    expect(said).toContain('depends on what counts');
    expect(said).toMatch(/cheapest: .*prop-0103/);
    expect(said).toMatch(/nearest to the sea: .*prop-0014/);
  });

  it.each(['which flats in Larnaca are best?', 'recommend a bank'])('%s is another question', (text) =>
    expect(callsOf(stepFor(text, shown))).toEqual([]),
  );
});

describe('what is booked', () => {
  const booked = made(
    'schedule_viewing',
    {},
    {
      startsAt: '2026-11-17T11:00:00.000Z',
      timezone: 'Asia/Nicosia',
      property: { id: 'prop-0043', title: '1-bedroom apartment in Kato Paphos' },
      agent: { name: 'Maria Ioannou' },
    },
  );
  const refused: RoutineCall = {
    tool: 'schedule_viewing',
    arguments: {},
    result: {
      success: false,
      error: 'That time is taken: Maria Ioannou is busy then.',
      errorClass: 'CONFLICT',
      data: {
        timezone: 'Asia/Nicosia',
        slots: [{ start: '2026-11-17T11:00:00.000Z', agentName: 'Maria Ioannou' }],
      },
    },
  };
  const ASKED = [
    'what did I book?',
    'what have I booked?',
    'is it booked?',
    'did it work?',
    'when is my viewing?',
    'have I booked anything?',
    'so what is booked?',
  ];
  const ASKED_AR = ['ماذا حجزت؟', 'شو حجزت', 'هل تم الحجز؟', 'متى موعدي؟'];

  it.each(ASKED)('%s after a booking', (text) => {
    expect(reply(stepFor(text, { earlier: [booked] }))).toMatch(/prop-0043[^]*17 November 2026, 13:00/);
  });
  it.each(ASKED_AR)('%s after a booking', (text) => {
    expect(reply(stepFor(text, { earlier: [booked] }))).toMatch(/المحجوز[^]*prop-0043/);
  });

  it.each([...ASKED, ...ASKED_AR])(
    '%s after a refusal says that nothing is, why, and what is free',
    (text) => {
      expect(reply(stepFor(text, { earlier: [refused] }))).toMatch(
        /(?:Nothing is booked\. That time is taken|لم يُحجز شيء\. هذا الموعد محجوز)[^]*13:00/,
      );
    },
  );

  it('why? after a refusal', () => {
    expect(reply(stepFor('why?', { earlier: [refused], lastCalls: [refused] }))).toContain(
      'Maria Ioannou is busy',
    );
  });

  it('both, where the first was booked and the second was not', () => {
    const said = reply(stepFor('what did I book?', { earlier: [booked, refused] }));
    expect(said).toMatch(/prop-0043[^]*is not booked\. That time is taken/);
  });

  it('where only times were named, or nothing was asked for', () => {
    const free = made(
      'check_calendar',
      {},
      { timezone: 'Asia/Nicosia', slots: [{ start: '2026-11-17T11:00:00.000Z', agentName: 'Maria' }] },
    );
    expect(reply(stepFor('is it booked?', { earlier: [free] }))).toMatch(
      /Nothing is booked[^]*Which one suits\?/,
    );
    expect(reply(stepFor('what did I book?'))).toContain('Nothing was booked in this conversation');
    expect(reply(stepFor('what did I book?', { said: ['book a viewing'] }))).toContain('needs a home');
  });

  it.each(['what did I book?', 'is it booked?', 'ماذا حجزت؟'])(
    '%s where times of several agents were named',
    (text) => {
      const slots = [{ start: '2026-11-17T11:00:00.000Z', agentId: 'agent-01', agents: ['Maria', 'Sofia'] }];
      const free = made('check_calendar', { propertyId: 'prop-0043' }, { timezone: 'Asia/Nicosia', slots });
      expect(reply(stepFor(text, { earlier: [free] }))).toMatch(
        /prop-0043[^]*13:00 (?:with|مع) Maria (?:or|أو) Sofia\n/,
      );
    },
  );

  it.each([
    'book a viewing of prop-0043',
    'cancel my viewing',
    'can I book it for Monday?',
    'is prop-0043 reserved?',
  ])('%s asks for no list of bookings', (text) =>
    expect(reply(stepFor(text, { earlier: [booked] })) ?? '').not.toMatch(/^Booked|Nothing is booked/),
  );

  it.each(['which viewings are booked for tomorrow?', 'what viewings have we booked this week?'])(
    '%s is for the records, where staff ask',
    (text) => expect(stepFor(text, { byStaff: true })).toBeUndefined(),
  );
});

describe('a fragment behind a list', () => {
  const after = (text: string, own: Record<string, unknown>, more: object = {}) =>
    callsOf(stepFor(text, { ...shown, agent: 'qualifier', filled: () => own, ...more }));

  it.each([
    ['2 bedrooms', { bedrooms: 2 }],
    ['and two bedrooms in Larnaca under 150k', { bedrooms: 2, district: 'Larnaca', maxPrice: 150_000 }],
    ['3+ bedrooms please', { bedroomsMin: 3 }],
    ['بغرفتين', { bedrooms: 2 }],
    ['or to rent?', { dealType: 'rent' }],
    ['للإيجار؟', { dealType: 'rent' }],
    ['غرفتين في لارنكا', { bedrooms: 2, district: 'Larnaca' }],
  ])('%s searches anew and keeps the rest', (text, own) => {
    expect(after(text, own)).toEqual([
      { tool: 'search_properties', arguments: { district: 'Paphos', maxPrice: 200_000, ...own } },
    ]);
  });

  it('a number of bedrooms replaces the one before', () => {
    const last = made('search_properties', { bedroomsMin: 3, minPrice: 100_000 }, { total: 1 });
    const more = { earlier: [last], lastCalls: [last] };
    expect(after('2 bedrooms under 90k', { bedrooms: 2, maxPrice: 90_000 }, more)).toEqual([
      { tool: 'search_properties', arguments: { bedrooms: 2, maxPrice: 90_000 } },
    ]);
  });

  it.each([
    'we have 2 children and need 3 bedrooms',
    'my budget is 250k',
    'she sold her 2 bedroom place',
    'ميزانيتي 250 ألف',
  ])('%s tells of somebody, and is noted', (text) => expect(after(text, { bedrooms: 3 })).toEqual([]));
});

it.each([
  ['do you have photos?', /nothing about pictures.*speak with a person/],
  ['are there schools close by', /schools/],
  ['هل لديكم صور؟', /صور/],
])('%s: no listing has it on record', (text, said) => {
  expect(reply(stepFor(text, { nothingFits: true }))).toMatch(said);
});
