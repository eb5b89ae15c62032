import { openSample, type OpenedSample } from '../../testing/geo.fixture.ts';
import { geoTools } from '../../tools/index.ts';
import { openBackend } from './backend.ts';
import { CallAnswers } from './call-answer.ts';

const SALES = [
  'get_total_sales_value',
  'get_transaction_count',
  'compare_sales_between_districts',
  'get_municipality_sales',
  'get_top_districts_in_municipality',
];
const EVERYTHING = {
  query: 'Yas Island',
  district: 'Yas Island',
  districts: ['Yas Island', 'Hili'],
  municipality: 'Al Ain',
  year: 2023,
  max_budget: 80_000,
};

describe('a layer map', () => {
  let opened: OpenedSample;
  afterEach(() => opened.close());

  const open = async (map: object) => {
    opened = await openSample({ GEO_LAYER_MAP: JSON.stringify(map) });
    const answers = new CallAnswers(geoTools, openBackend(opened.parts, opened.clock), (_, error) => {
      throw error;
    });
    return (tool: string, args: object) => answers.answer(tool, args, new AbortController().signal);
  };

  /** The tools that fail, called with what they take. */
  const failing = async (map: object, everything: object = EVERYTHING) => {
    const call = await open(map);
    const names: string[] = [];
    for (const { name, input } of geoTools) {
      const args = Object.fromEntries(Object.entries(everything).filter(([field]) => field in input.shape));
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
  ])('that is wrong for sales %j fails the tools of sales alone', async (map) => {
    expect(await failing(map)).toEqual(SALES);
  });

  it('that is wrong for the stock or the rents fails their tools alone', async () => {
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

  it('that is wrong for communities fails the list of them alone', async () => {
    expect(await failing({ communities: { fields: { name_en: 'NAME_X' } } })).toEqual(['get_communities']);
  });

  it('that is wrong for municipalities fails what asks for one', async () => {
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
