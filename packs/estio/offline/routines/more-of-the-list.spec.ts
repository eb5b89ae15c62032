import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

const MORE = [
  'show me more',
  'more please',
  'any more?',
  'what else do you have?',
  'more of them',
  'the next ones please',
  'do you have any others?',
  'others please',
  'any other?',
  'any other ones?',
  'show me the other ones',
  'the next one please',
  'the next 5',
  'what other ones do you have?',
  'اعرض المزيد',
  'المزيد من فضلك',
  'هل لديكم غيرها؟',
];
const NO_MORE = [
  'tell me more about it',
  'what else do you need?',
  'more information please',
  'next week is fine',
  'I need more time',
  'more bedrooms',
  'the other one',
  'is the other one available?',
  'is the other available',
  'another',
  'the other villa',
  'and the other',
  'the other please',
  'show me the other flat',
  'is the next one available?',
  'the next one is there',
  'the next one is available now',
  'what next?',
  'what is next?',
  "what's next",
  'what do I do next?',
  'ماذا التالي؟',
  'هل الأخرى متاحة؟',
  'أخبرني المزيد عنها',
];

describe('more of what the records listed', () => {
  const filters = [
    { field: 'description', op: 'contains', value: 'garden' },
    { field: 'pool', op: 'eq', value: true },
    { field: 'status', op: 'eq', value: 'available' },
    { field: 'district', op: 'eq', value: 'Paphos' },
    { field: 'propertyType', op: 'eq', value: 'House' },
    { field: 'dealType', op: 'eq', value: 'sale' },
    { field: 'bedrooms', op: 'gte', value: 2 },
    { field: 'price', op: 'lte', value: 500_000 },
  ];
  const question = { dataset: 'properties', operation: 'list', filters, limit: 5 };
  const row = (at: number) => ({ id: `prop-000${at}`, title: 'A', dealType: 'sale', price: at * 1_000 });
  const rows = [1, 2, 3, 4, 5].map(row);
  const earlier = [
    made('query_org_data', question, { rows }),
    made('query_org_data', { ...question, operation: 'count' }, { rows: [], count: 7 }),
  ];
  const asked = (text: string, before = earlier, own: object = {}) =>
    callsOf(stepFor(text, { earlier: before, lastCalls: before, filled: () => ({ ...own }) })).map(
      ({ arguments: given }) => given,
    );

  it.each(MORE)('%s keeps all that was asked for', (text) => {
    expect(asked(text)).toEqual([
      expect.objectContaining({ operation: 'list', filters, limit: 5, offset: 5 }),
      expect.objectContaining({ operation: 'count', filters }),
    ]);
  });
  it.each([
    ['show me more', 'These are the last', 11, false],
    ['show me more', 'These are the last', 10, true],
    ['المزيد', 'هذه آخر', 11, false],
    ['المزيد', 'هذه آخر', 10, true],
  ])('%s: says %s of %d: %s', (text, last, total, isSaid) => {
    const calls = [
      made('query_org_data', { ...question, offset: 5 }, { rows: [6, 7, 8, 9, 10].map(row) }),
      made('query_org_data', { ...question, operation: 'count' }, { rows: [], count: total }),
    ];
    const said = reply(stepFor(text, { earlier, lastCalls: earlier, calls, filled: () => ({}) }));
    expect(said?.includes(last)).toBe(isSaid);
  });
  it.each(['show me more houses', 'more houses like these please'])('%s names the kind once more', (text) =>
    expect(asked(text, earlier, { propertyType: 'House' })[0]).toMatchObject({ filters, offset: 5 }),
  );
  it('behind the second page comes the third', () => {
    const second = made('query_org_data', { ...question, offset: 5 }, { rows });
    expect(asked('and more', [...earlier, second])[0]).toMatchObject({ offset: 10 });
  });
  it('behind a question about one of them, too', () => {
    const fact = made('query_org_data', { dataset: 'properties', filters: [{ field: 'id' }] }, { rows: [] });
    expect(asked('show me more', [...earlier, fact])[0]).toMatchObject({ filters, offset: 5 });
  });
  it.each(NO_MORE)('%s is no such wish', (text) => {
    expect(asked(text).filter(({ offset }) => offset !== undefined)).toEqual([]);
  });
  it('another kind is a list of its own', () =>
    expect(asked('show me more villas', earlier, { propertyType: 'Villa' })).toEqual([]));

  const told = (text: string, found: object[], count: number) =>
    reply(
      stepFor(text, {
        earlier,
        calls: [made('query_org_data', {}, { rows: found }), made('query_org_data', {}, { rows: [], count })],
      }),
    );
  it('goes on counting, and says where the list ends', () => {
    expect(told('more please', [row(6), row(7)], 7)).toMatch(
      /7 with a garden in the description and with a pool among houses .*\n6\. .*prop-0006[^]*\n7\. [^]*the last/,
    );
    expect(told('المزيد', [row(6), row(7)], 7)).toMatch(/\n6\. [^]*آخر النتائج/);
    expect(told('more please', rows, 12)).not.toContain('the last');
  });
  it('says that there are no others', () => {
    expect(told('show me more', [], 5)).toContain('There are no others with a garden');
    expect(told('المزيد', [], 5)).toContain('لا توجد نتائج أخرى');
  });
});

describe('more of what the search listed', () => {
  const wish = { district: 'Larnaca', propertyType: 'Apartment', maxPrice: 200_000 };
  const search = made('search_properties', wish, { total: 17 });
  const fact = made(
    'query_org_data',
    { dataset: 'properties', filters: [{ field: 'id', op: 'eq', value: 'prop-0001' }] },
    { rows: [] },
  );
  const between = { earlier: [search, fact], lastCalls: [fact] };

  it.each(MORE)('%s behind a question about one of them keeps all that was searched for', (text) =>
    expect(callsOf(stepFor(text, between))).toEqual([{ tool: 'search_properties', arguments: wish }]),
  );
  it.each(NO_MORE)('%s is no such wish', (text) =>
    expect(callsOf(stepFor(text, between)).filter(({ tool }) => tool === 'search_properties')).toEqual([]),
  );
  it.each([
    ['show me more', 1],
    ['more flats please', 1],
    ['اعرض المزيد', 1],
    ['any more?', 0],
    ['المزيد', 0],
  ])('%s behind times of one of them: %s', (text, searches) => {
    const times = made('check_calendar', { propertyId: 'prop-0001' }, { slots: [] });
    const step = stepFor(text, { earlier: [search, times], lastCalls: [times] });
    expect(callsOf(step)).toHaveLength(searches);
  });
  it('of its kind, too', () => {
    const filled = () => ({ propertyType: 'Apartment' });
    const right = { earlier: [search], lastCalls: [search], filled };
    expect(callsOf(stepFor('show me more flats', right))).toEqual([
      { tool: 'search_properties', arguments: wish },
    ]);
    expect(
      callsOf(stepFor('show me more villas', { ...right, filled: () => ({ propertyType: 'Villa' }) })),
    ).toEqual([]);
  });
  it('tells those behind the first five', () => {
    const items = [1, 2, 3, 4, 5, 6, 7].map((at) => ({
      id: `prop-000${at}`,
      title: 'Flat',
      price: 100_000 + at,
      bedrooms: 1,
      distanceToSea: 10,
      seaView: false,
    }));
    const data = { items, total: 7, filters: { ...wish, dealType: 'sale' }, assumptions: [] };
    const calls = [made('search_properties', wish, data)];
    expect(reply(stepFor('show me more flats', { ...between, calls }))).toMatch(
      /:\n6\. Flat[^]*\n7\. [^]*last/,
    );
  });
});
