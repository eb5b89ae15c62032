import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

const earlier = [made('search_properties', { district: 'Paphos' })];
const asked = (text: string, before = earlier) => {
  const [call] = callsOf(stepFor(text, { earlier: before }));
  return (call?.arguments['filters'] ?? []) as { field: string; op: string; value: unknown }[];
};

describe('a pool', () => {
  const looksFor = (text: string) => asked(text).length > 0;

  it.each(['any with a pool?', 'هل يوجد شيء بمسبح؟', 'بمسبح', 'اعرض لي الشقق التي فيها مسبح'])(
    '%s is looked for among what was found',
    (text) => {
      expect(asked(text)).toContainEqual({ field: 'pool', op: 'eq', value: true });
      expect(asked(text)).toContainEqual({ field: 'district', op: 'eq', value: 'Paphos' });
    },
  );
  it('is only spoken of', () => expect(looksFor('المسبح نظيف')).toBe(false));
});

describe('how many there are', () => {
  const row = (at: number) => ({ id: `prop-000${at}`, title: 'A', dealType: 'sale', price: at * 1_000 });
  const read = [
    made('query_org_data', {}, { rows: [1, 2, 3, 4, 5].map(row) }),
    made('query_org_data', {}, { rows: [], count: 15 }),
  ];
  it.each([
    [
      'Show me villas in Paphos with a pool',
      '15 with a pool among villas for sale in Paphos; the cheapest are:',
    ],
    ['اعرض فلل في بافوس بمسبح', '(15)'],
  ])('%s', (text, expected) => {
    const own = { district: 'Paphos', propertyType: 'Villa' };
    expect(reply(stepFor(text, { calls: read, filled: () => ({ ...own }) }))).toContain(expected);
  });
});

describe('what is taken for granted', () => {
  const rows = [{ id: 'prop-0001', title: 'A', dealType: 'sale', price: 200_000 }];
  const read = [made('query_org_data', {}, { rows }), made('query_org_data', {}, { rows: [], count: 1 })];
  const said = (text: string, own: object, more: object = {}) =>
    reply(stepFor(text, { calls: read, filled: () => ({ ...own }), ...more })) ?? '';
  const NEITHER = 'Neither sale nor rent was named, so I looked for those for sale';

  it('is told where neither sale nor rent was named', () =>
    expect(
      said('Show me villas in Paphos with a pool', { district: 'Paphos', propertyType: 'Villa' }),
    ).toContain(NEITHER));
  it('in Arabic, too', () =>
    expect(said('اعرض فلل في بافوس بمسبح', { district: 'Paphos', propertyType: 'Villa' })).toContain(
      'لم يُذكر البيع أو الإيجار، فعرضت ما هو للبيع',
    ));
  it('is told of a price, too', () =>
    expect(
      said('villas in Paphos with a pool under 600k', { district: 'Paphos', maxPrice: 600_000 }),
    ).toContain('Sale assumed, as €600,000 looks like a price to buy for.'));
  it('is told once', () => {
    const replied = [`${NEITHER}; say “to rent” for the others.`];
    expect(
      said('villas in Paphos with a pool', { district: 'Paphos' }, { said: ['a'], replied }),
    ).not.toContain(NEITHER);
  });
  it('and nothing is where it was named', () =>
    expect(
      said('villas for sale in Paphos with a pool', { district: 'Paphos', dealType: 'sale' }),
    ).not.toMatch(/assumed|Neither/));
});

describe('no pool', () => {
  it.each(['without a pool', 'no pool please', 'but with no pool', 'بدون مسبح', 'only those without a pool'])(
    '%s narrows the list',
    (text) => expect(asked(text)).toContainEqual({ field: 'pool', op: 'eq', value: false }),
  );
  it.each(['why is there no pool?', 'is it without a pool?', 'the first has no pool'])('%s', (text) =>
    expect(asked(text).filter(({ field }) => field === 'pool')).toEqual([]),
  );
});

describe('a garden', () => {
  const garden = { field: 'description', op: 'contains', value: 'garden' };
  it.each(['with a garden', 'anything with a garden?', 'مع حديقة', 'بحديقة', 'with a pool and a garden'])(
    '%s is looked for in the descriptions',
    (text) => expect(asked(text)).toContainEqual(garden),
  );
  it.each(['we have a big garden', 'remember that she wants a garden', 'without a garden'])('%s', (text) =>
    expect(asked(text)).toEqual([]),
  );
});

describe('a view of the sea', () => {
  const view = { field: 'seaView', op: 'eq', value: true };
  const pools = made('query_org_data', {
    dataset: 'properties',
    filters: [
      { field: 'pool', op: 'eq', value: true },
      { field: 'status', op: 'eq', value: 'available' },
    ],
  });
  it.each(['and with a sea view', 'with a sea view', 'مع إطلالة على البحر'])(
    '%s comes to what the records were asked for',
    (text) =>
      expect(asked(text, [pools])).toEqual(
        expect.arrayContaining([view, { field: 'pool', op: 'eq', value: true }]),
      ),
  );
  it('is asked of them beside another wish', () =>
    expect(asked('with a sea view and a pool')).toContainEqual(view));
  it('is for the program that puts homes in order, by itself', () =>
    expect(asked('with a sea view')).toEqual([]));
});

describe('bathrooms', () => {
  it.each<[string, string, number]>([
    ['two bathrooms', 'eq', 2],
    ['with at least 2 bathrooms', 'gte', 2],
    ['3+ bathrooms please', 'gte', 3],
    ['more than one bathroom', 'gte', 2],
    ['I need two bathrooms', 'eq', 2],
    ['بحمامين', 'eq', 2],
    ['3 حمامات على الأقل', 'gte', 3],
  ])('%s', (text, op, value) => expect(asked(text)).toContainEqual({ field: 'bathrooms', op, value }));
  it.each([
    'our flat has two bathrooms',
    'my house: two bathrooms',
    'حمام سباحة كبير',
    'the bathrooms are small',
    'I have 3 bathrooms at home',
    'we already have two bathrooms',
  ])('are only spoken of: %s', (text) =>
    expect(asked(text).filter(({ field }) => field === 'bathrooms')).toEqual([]),
  );
});

describe('what goes on with such a list', () => {
  const filters = [
    { field: 'pool', op: 'eq', value: true },
    { field: 'status', op: 'eq', value: 'available' },
    { field: 'district', op: 'eq', value: 'Paphos' },
    { field: 'dealType', op: 'eq', value: 'sale' },
  ];
  const rows = [{ id: 'prop-0001', title: 'A', dealType: 'sale', price: 200_000 }];
  const listed = (found: object[]) => [
    ...earlier,
    made('query_org_data', { dataset: 'properties', operation: 'list', filters }, { rows: found }),
    made('query_org_data', { dataset: 'properties', operation: 'count', filters }, { rows: [], count: 1 }),
    made(
      'query_org_data',
      { dataset: 'properties', filters: [{ field: 'id', op: 'eq', value: 'prop-0001' }] },
      { rows: found },
    ),
  ];

  it.each(['anything cheaper?', 'هل هناك أرخص؟'])('%s keeps the pool', (text) => {
    expect(asked(text, listed(rows))).toEqual([...filters, { field: 'price', op: 'lte', value: 199_999 }]);
  });
  it.each([
    ['and two bathrooms', 'eq'],
    ['at least 2 bathrooms and 3 bedrooms', 'gte'],
    ['وبحمامين', 'eq'],
  ])('%s comes to the pool, without a search before it', (text, op) => {
    const recordsAlone = listed(rows).slice(earlier.length);
    expect(asked(text, recordsAlone)).toEqual(
      expect.arrayContaining([...filters, { field: 'bathrooms', op, value: 2 }]),
    );
  });
  it('and takes the place of a wish of its own kind', () => {
    const before = made('query_org_data', {
      dataset: 'properties',
      filters: [...filters, { field: 'bathrooms', op: 'eq', value: 1 }],
    });
    const bathrooms = asked('two bathrooms', [before]).filter(({ field }) => field === 'bathrooms');
    expect(bathrooms).toEqual([{ field: 'bathrooms', op: 'eq', value: 2 }]);
  });
  it('and nothing is cheaper than nothing', () =>
    expect(reply(stepFor('anything cheaper?', { earlier: listed([]) }))).toContain('nothing cheaper'));
  it('a search after it stands for itself', () =>
    expect(asked('anything cheaper?', [...listed(rows), ...earlier])).toEqual([]));
});

it('what was noted is looked for, where it was noted last', () => {
  const noted = made(
    'update_requirements',
    {},
    {
      requirements: {
        district: ['Larnaca'],
        maxPrice: 280_000,
        minPrice: null,
        bedrooms: 2,
        bedroomsMin: null,
      },
    },
  );
  expect(asked('do you have anything with a pool?', [...earlier, noted])).toEqual(
    expect.arrayContaining([
      { field: 'district', op: 'eq', value: 'Larnaca' },
      { field: 'bedrooms', op: 'eq', value: 2 },
      { field: 'price', op: 'lte', value: 280_000 },
    ]),
  );
});
