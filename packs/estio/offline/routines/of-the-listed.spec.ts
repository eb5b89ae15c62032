import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

describe('the best of what was listed', () => {
  const listed = {
    said: ['flats'],
    replied: ['2 matches:\n1. Flat (prop-0001): €100,000\n2. Flat (prop-0002): €120,000'],
    earlier: [made('search_properties', {}, { total: 2 })],
  };
  const row = (id: string, price: number, coveredAreaSqm: number, yearBuilt: number) => ({
    id,
    title: '2-bedroom apartment in Tala',
    price,
    dealType: 'sale',
    coveredAreaSqm,
    yearBuilt,
  });
  const records = made(
    'query_org_data',
    {},
    {
      rows: [row('prop-0001', 100_000, 90, 2_001), row('prop-0002', 120_000, 80, 2_015)],
    },
  );

  it.each([
    ['whats the biggest one', 'prop-0001'],
    ['which is the newest?', 'prop-0002'],
    ['the cheapest one', 'prop-0001'],
    ['ما أكبرها؟', 'prop-0001'],
    ['أيها أحدث؟', 'prop-0002'],
    ['والأغلى؟', 'prop-0002'],
    ['anything bigger?', 'prop-0001'],
  ])('%s', (text, id) => {
    expect(callsOf(stepFor(text, listed)).map(({ tool }) => tool)).toEqual(['query_org_data']);
    expect(reply(stepFor(text, { ...listed, calls: [records] }))).toContain(id);
  });

  it.each(['the biggest villa in Paphos', 'something cheaper', 'biggest flats under 300k'])(
    '%s is a search',
    (text) => {
      expect(callsOf(stepFor(text, listed))).toEqual([]);
    },
  );

  it.each([
    'does it have a title deed',
    'furnished?',
    'is it still available?',
    'how much are they',
    'كم سعرها',
    'متى بنيت؟',
  ])('%s is told of each', (text) => {
    const step = stepFor(text, listed);
    expect(reply(step) ?? JSON.stringify(callsOf(step))).toMatch(
      /says nothing about furniture|prop-0001.*prop-0002/,
    );
  });
});

describe('one that is picked out of a list', () => {
  const third = {
    picked: 'prop-0096',
    replied: ['2. Villa (prop-0001): €1\n3. Villa (prop-0096): €586,500'],
  };
  const record = {
    id: 'prop-0096',
    title: '4-bedroom villa in Peyia',
    district: 'Paphos',
    dealType: 'sale',
    price: 586_500,
    bathrooms: 3,
    coveredAreaSqm: 255,
    distanceToSea: 900,
    seaView: false,
    pool: true,
    yearBuilt: 2_010,
    titleDeed: 'yes',
    energyClass: 'B',
    status: 'available',
  };

  it.each([
    "the third one - what's the price per square metre of it?",
    'tell me about the third one',
    'what can you tell me about the third?',
    'كم سعر المتر للثالثة؟',
    'أخبرني عن الثالثة',
  ])('%s: is told of from its record', (text) => {
    expect(JSON.stringify(callsOf(stepFor(text, third)))).toContain('prop-0096');
    const calls = [made('query_org_data', {}, { rows: [record] })];
    expect(reply(stepFor(text, { ...third, calls }))).toMatch(/2,300.*(?:per m²|للمتر المربع)/s);
  });

  it('is left to others where a viewing is asked for', () => {
    expect(callsOf(stepFor('book the third one for Thursday at 3pm', third))).toEqual([]);
  });
});

describe('what was noted is searched for', () => {
  const noted = made(
    'update_requirements',
    {},
    {
      requirements: {
        district: ['Larnaca'],
        minPrice: null,
        maxPrice: 250_000,
        bedrooms: '2',
        bedroomsMin: null,
      },
    },
  );

  it.each([
    'show me what you have',
    'what do you have for me?',
    'any options?',
    'اعرض لي ما لديكم',
    'شو عندكم خيارات',
  ])('%s', (text) => {
    expect(callsOf(stepFor(text, { earlier: [noted] }))).toEqual([
      { tool: 'search_properties', arguments: { district: 'Larnaca', maxPrice: 250_000, bedrooms: 2 } },
    ]);
  });

  it('not behind another search', () => {
    const earlier = [noted, made('search_properties', {}, { total: 3 })];
    expect(callsOf(stepFor('show me what you have', { earlier }))).toEqual([]);
  });
});

it.each([
  'cancel my viewing',
  'can I reschedule the appointment?',
  "I can't make it to the viewing",
  'هل يمكن إلغاء المعاينة؟',
  'أريد تغيير موعد المعاينة',
])('%s is for the office', (text) => {
  expect(reply(stepFor(text))).toMatch(/cancelled and moved by the office|يتولاه المكتب/);
});

it.each(['which areas do you cover?', 'ما هي المناطق التي تغطونها؟'])('%s: the districts', (text) => {
  expect(reply(stepFor(text))).toMatch(/Paphos|بافوس/);
});

it.each(['I like it, when can I come?', 'can I see the first one?', 'ممكن أشوفها بكرا؟'])(
  '%s is for the calendar',
  (text) => {
    const listed = { said: ['flats'], replied: ['1. A (prop-0264)'] };
    const turn = { ...listed, agent: 'coordinator', offered: ['tool_search', 'search_properties'] };
    expect(callsOf(stepFor(text, turn)).map(({ tool }) => tool)).toEqual(['tool_search']);
    expect(callsOf(stepFor(text, { ...turn, agent: 'qualifier' }))).toEqual([]);
  },
);
