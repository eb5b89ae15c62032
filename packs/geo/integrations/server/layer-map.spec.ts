import { calls, openAnswers, type OpenedAnswers } from '../../testing/geo.fixture.ts';

const SALES = [
  'get_total_sales_value',
  'get_transaction_count',
  'compare_sales_between_districts',
  'get_municipality_sales',
  'get_top_districts_in_municipality',
];
describe('a layer map', () => {
  let opened: OpenedAnswers;
  afterEach(() => opened.close());

  const open = async (map: object) =>
    (opened = await openAnswers({ GEO_LAYER_MAP: JSON.stringify(map) })).call;

  /** The tools that fail, each called with valid arguments. */
  const failing = async (map: object) => {
    const call = await open(map);
    const names: string[] = [];
    for (const { name, args } of calls) {
      const { success, errorClass, error } = await call(name, args);
      if (success) continue;
      expect([name, errorClass]).toEqual([name, 'NOT_CONFIGURED']);
      expect(error).toContain('GEO_LAYER_MAP');
      names.push(name);
    }
    return names;
  };

  it.each([
    { sales: { fields: { nonsense: 'x' } } },
    { sales: { fields: { district_en: 'DISTRICT_X' } } },
    { sales: { fields: { quarter: 'QUARTER_X' } } },
    { sales: { id: 'four' } },
    { sales: { id: 99 } },
  ])('with a mistake for sales %j fails only the sales tools', async (map) => {
    expect(await failing(map)).toEqual(SALES);
  });

  it('with a mistake for stock or rents fails only their tools', async () => {
    expect(await failing({ supply: { fields: { nonsense: 'x' } } })).toEqual(['get_current_supply']);
    await opened.close();
    expect(await failing({ rentals: { fields: { unit_id: 'UNIT_X' } } })).toEqual(['find_units_by_budget']);
  });

  it.each([{ projects: { fields: { name_en: 'NAME_X' } } }, { projects: { id: 99 } }])(
    'that is wrong for projects %j leaves all other places known',
    async (map) => {
      expect(await failing(map)).toEqual([]);
      await opened.close();
      const call = await open(map);
      const found = await call('search_geospatial_metadata', { query: 'Yas Island' });
      expect(found.data).toMatchObject({ status: 'resolved', notes: [expect.stringContaining('projects')] });
      expect(
        await call('search_geospatial_metadata', { query: 'Coral Gate', type: 'project' }),
      ).toMatchObject({ errorClass: 'NOT_CONFIGURED', error: expect.stringContaining('GEO_LAYER_MAP') });
    },
  );

  it('with a mistake for communities fails only their list', async () => {
    expect(await failing({ communities: { fields: { name_en: 'NAME_X' } } })).toEqual(['get_communities']);
  });

  it('with a mistake for municipalities fails the tools that use one', async () => {
    expect(await failing({ municipalities: { fields: { name_en: 'NAME_X' } } })).toEqual([
      'search_geospatial_metadata',
      'get_districts',
      'get_municipality_sales',
      'get_top_districts_in_municipality',
      'find_units_by_budget',
    ]);
  });

  it.each([
    ['sales', 'transaction_id'],
    ['sales', 'community_en'],
    ['sales', 'project_en'],
    ['sales', 'bedrooms'],
    ['sales', 'area_sqm'],
    ['sales', 'price_per_sqm_aed'],
    ['sales', 'quarter'],
    ['supply', 'municipality_en'],
  ])('of %s may name %s, and a service may lack it', async (layer, field) => {
    expect(await failing({ [layer]: { fields: { [field]: field } } })).toEqual([]);
    await opened.close();
    expect(await failing({ [layer]: { fields: { [field]: null } } })).toEqual([]);
  });
});
