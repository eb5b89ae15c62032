import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { calls, openAnswers, type OpenedAnswers } from '../../testing/geo.fixture.ts';
import type { GeoTool } from '../../tools/geo-tool.ts';
import { CallAnswers } from './call-answer.ts';

interface Failed {
  fields?: { name: string }[];
  suggestions?: string[];
  places?: object[];
  missingSettings?: string[];
  years?: object;
}

describe('results of the tools', () => {
  let opened: OpenedAnswers;
  beforeEach(async () => void (opened = await openAnswers()));
  afterEach(() => opened.close());
  const call: OpenedAnswers['call'] = (tool, args) => opened.call(tool, args);

  /** @throws if the call fails */
  const dataOf = async (tool: string, args: object) => {
    const result = await call(tool, args);
    expect(result).toMatchObject({ success: true });
    return result.data as Record<string, unknown>;
  };
  const failureOf = async (tool: string, args: object) => {
    const result = await call(tool, args);
    expect(result.success).toBe(false);
    return { errorClass: result.errorClass, error: result.error, help: (result.data ?? {}) as Failed };
  };

  it.each(calls)('of $name name their source, and say that they are samples', async ({ name, args }) => {
    expect(await dataOf(name, args)).toMatchObject({
      source: 'AbuDhabiRealEstate (sample)',
      sample: true,
      asOf: '2026-11-20T09:00:00.000Z',
      notes: expect.any(Array),
    });
  });

  it('search_geospatial_metadata finds, narrows, and asks for a choice', async () => {
    const search = (args: object) => dataOf('search_geospatial_metadata', args);
    expect(await search({ query: 'جزيرة السعديات' })).toMatchObject({
      status: 'resolved',
      best: {
        type: 'district',
        name_en: 'Saadiyat Island',
        municipality_en: 'Abu Dhabi City',
        matchedBy: 'exact',
      },
      normalizedQuery: 'جزيره السعديات',
    });
    expect(await search({ query: 'Zayed' })).toMatchObject({ status: 'ambiguous', best: null });
    expect(await search({ query: 'Zayed', municipality: 'al dhafra' })).toMatchObject({ status: 'resolved' });
    expect(await search({ query: 'Coral Gate' })).toMatchObject({
      best: { type: 'project', district_en: 'Yas Island' },
    });
    expect(await search({ query: 'Atlantis' })).toMatchObject({ status: 'not_found', matches: [] });
    expect((await search({ query: 'Zayed', limit: 1 })).matches).toHaveLength(1);
  });

  it('sends no word of a search to the service', async () => {
    await dataOf('get_districts', {});
    const before = opened.sample.requests.length;
    const query = "x' OR 1=1 --";
    const found = await dataOf('search_geospatial_metadata', { query });
    expect(found).toMatchObject({ status: 'not_found' });
    expect(opened.sample.requests).toHaveLength(before);
    const { errorClass } = await failureOf('get_total_sales_value', { district: query, year: 2023 });
    expect(errorClass).toBe('VALIDATION_FAILED');
    const sent = opened.sample.requests.map(({ parameters }) => [...parameters]);
    expect(JSON.stringify(sent)).not.toContain("x'");
  });

  it('get_districts lists all districts, or those of a municipality, in order', async () => {
    const all = await dataOf('get_districts', {});
    expect(all).toMatchObject({ count: 24 });
    const ain = await dataOf('get_districts', { municipality: 'AL AIN' });
    expect((ain.districts as { name_en: string }[]).map((each) => each.name_en)).toEqual(
      'Al Jimi | Al Muwaiji | Al Towayya | Hili | Zakher'.split(' | '),
    );
    expect(await failureOf('get_districts', { municipality: 'Yas Island' })).toMatchObject({
      errorClass: 'VALIDATION_FAILED',
      error: expect.stringContaining('it is a district'),
    });
  });

  it.each<[tool: string, args: object, data: object]>([
    [
      'get_total_sales_value',
      { district: 'Al Reem Island', year: 2023, property_type: 'plots' },
      { property_type: 'Land', total_value_aed: 0, transaction_count: 0, average_value_aed: null },
    ],
    [
      'get_transaction_count',
      { district: 'Yas Island', year: '2023', property_type: 'Villa' },
      { transaction_count: 249 },
    ],
    [
      'compare_sales_between_districts',
      { districts: ['Al Reem Island', 'Al Maryah Island'], year: 2022, property_type: 'Villa' },
      { difference_aed: 0, difference_pct: null },
    ],
    [
      'get_current_supply',
      { district: 'Al Reem Island', property_type: 'Villa' },
      { rows: [], totals: { existing_units: 0 }, notes: [expect.stringContaining('Villa')] },
    ],
    [
      'get_current_supply',
      { district: 'Masdar City' },
      { rows: [{ property_type: 'Apartment', existing_units: 3_570 }, {}, {}] },
    ],
    [
      'get_municipality_sales',
      { municipality: 'Al Dhafra', year: 2024 },
      { municipality_ar: 'بلدية منطقة الظفرة', transaction_count: 183 },
    ],
  ])('%s of %j', async (tool, args, data) => {
    expect(await dataOf(tool, args)).toMatchObject(data);
  });

  it('get_top_districts_in_municipality ranks by value or number', async () => {
    const top = (args: object) =>
      dataOf('get_top_districts_in_municipality', { municipality: 'Al Dhafra', year: 2024, ...args });
    const byValue = await top({});
    expect(byValue).toMatchObject({
      metric: 'value',
      rows: [
        { district: 'Madinat Zayed', total_value_aed: 51_255_634, transaction_count: 71 },
        { district: 'Ruwais', rank: 2 },
        { district: 'Ghayathi', rank: 3 },
      ],
    });
    const shares = (byValue.rows as { sharePct: number }[]).map(({ sharePct }) => sharePct);
    expect(shares.reduce((total, share) => total + share)).toBeCloseTo(100, 0);
    const first = async (metric: string) => top({ municipality: 'Abu Dhabi City', metric, limit: 1 });
    expect(await first('value')).toMatchObject({ rows: [{ district: 'Saadiyat Island' }] });
    expect(await first('count')).toMatchObject({
      rows: [{ district: 'Al Reem Island', transaction_count: 2_195 }],
    });
    expect(await top({ order: 'lowest', limit: 2 })).toMatchObject({
      rows: [
        { district: 'Ghayathi', rank: 3 },
        { district: 'Ruwais', rank: 2 },
      ],
    });
  });

  it('find_units_by_budget lists the cheapest first, and names the nearest if none fits', async () => {
    const find = (args: object) => dataOf('find_units_by_budget', args);
    const found = await find({ max_budget: '80k', bedrooms: 2, district: 'Khalifa City' });
    expect(found).toMatchObject({ returned: 4, nearest: null });
    const units = found.units as { annual_rent_aed: number; monthly_rent_aed: number }[];
    expect(units.map((unit) => unit.annual_rent_aed)).toEqual([65_500, 70_500, 75_500, 75_500]);
    expect(units[0]?.monthly_rent_aed).toBe(5_458);
    expect(await find({ max_budget: 1_000, bedrooms: 0, district: 'Hili' })).toMatchObject({
      total: 0,
      units: [],
      cheapest_aed: null,
      nearest: { bedrooms: 0, district: 'Hili' },
    });
    const anywhere = await find({ max_budget: 60_000, min_budget: 50_000, limit: 3 });
    expect(anywhere).toMatchObject({ returned: 3 });
    expect(Number(anywhere.total)).toBeGreaterThan(3);
    expect(await find({ max_budget: 1, bedrooms: 9 })).toMatchObject({ nearest: null });
    const inAlAin = await find({ max_budget: '30k', municipality: 'Al Ain' });
    const districts = new Set((inAlAin.units as { district: string }[]).map(({ district }) => district));
    expect(['Al Jimi', 'Al Towayya', 'Al Muwaiji', 'Zakher', 'Hili']).toEqual(
      expect.arrayContaining([...districts]),
    );
  });

  it('name the argument that they refuse', async () => {
    const six = ['Hili', 'Zakher', 'Al Jimi', 'Ruwais', 'Yas Island', 'Baniyas'];
    const refused: [tool: string, args: object, field: string][] = [
      ['search_geospatial_metadata', { query: '' }, 'query'],
      ['search_geospatial_metadata', { query: '   ' }, 'query'],
      ['search_geospatial_metadata', { query: 'x'.repeat(121) }, 'query'],
      ['search_geospatial_metadata', {}, 'query'],
      ['search_geospatial_metadata', { query: 'Yas', type: 'road' }, 'type'],
      ['search_geospatial_metadata', { query: 'Yas', limit: 21 }, 'limit'],
      ['search_geospatial_metadata', { query: 'Yas', municipality: 'Dubai' }, 'municipality'],
      ['compare_sales_between_districts', { districts: ['Hili'], year: 2022 }, 'districts'],
      ['compare_sales_between_districts', { districts: ['Hili', 'hili'], year: 2022 }, 'districts'],
      ['compare_sales_between_districts', { districts: ['Hili', 'Atlantis'], year: 2022 }, 'districts'],
      ['compare_sales_between_districts', { districts: six, year: 2022 }, 'districts'],
      ['compare_sales_between_districts', { districts: ['Hili', 'Zakher'], year: 1999 }, 'year'],
      ['find_units_by_budget', { max_budget: 0 }, 'max_budget'],
      ['find_units_by_budget', { max_budget: -5 }, 'max_budget'],
      ['find_units_by_budget', { max_budget: 'cheap' }, 'max_budget'],
      ['find_units_by_budget', { max_budget: 5, min_budget: 6 }, 'min_budget'],
      ['find_units_by_budget', { max_budget: 5, bedrooms: 11 }, 'bedrooms'],
      ['find_units_by_budget', { max_budget: 5, property_type: 'Land' }, 'property_type'],
      ['find_units_by_budget', { max_budget: 5, limit: 51 }, 'limit'],
      ['find_units_by_budget', { max_budget: 5, district: 'Al Ain' }, 'district'],
      ['get_communities', {}, 'district'],
      ['get_municipality_sales', { municipality: 'Hili', year: 2024 }, 'municipality'],
      ['get_top_districts_in_municipality', { municipality: 'Al Ain', year: 2024, limit: 0 }, 'limit'],
      ['get_current_supply', { district: 'Hili', property_type: 'Land' }, 'property_type'],
    ];
    for (const [tool, args, field] of refused) {
      const { errorClass, help } = await failureOf(tool, args);
      expect([tool, args, errorClass, help.fields?.[0]?.name]).toEqual([
        tool,
        args,
        'VALIDATION_FAILED',
        field,
      ]);
    }
  });

  it.each(['get_total_sales_value', 'get_transaction_count', 'get_communities', 'get_current_supply'])(
    '%s accepts only exact names and points to the search',
    async (tool) =>
      expect(await failureOf(tool, { district: 'جزيرة ياس', year: 2023 })).toMatchObject({
        errorClass: 'VALIDATION_FAILED',
        error: expect.stringContaining('search_geospatial_metadata'),
        help: {
          suggestions: expect.arrayContaining(['Yas Island']),
          places: [{ field: 'district', name: 'جزيرة ياس', type: 'district' }],
        },
      }),
  );

  it.each([2019, 2025, '1999', 1850, 2023.5, 'next', 'soon', null])(
    'refuse the year %j and name the available years',
    async (year) => {
      const failure = await failureOf('get_transaction_count', { district: 'Yas Island', year });
      expect(failure).toMatchObject({
        errorClass: 'VALIDATION_FAILED',
        error: expect.stringContaining('2020 to 2024'),
        help: { years: { from: 2020, to: 2024 } },
      });
    },
  );

  it('reject an unknown tool name', async () => {
    expect((await failureOf('drop_tables', {})).errorClass).toBe('NOT_FOUND');
  });

  it('all name the missing setting, without an address', async () => {
    await opened.close();
    opened = await openAnswers({ GEO_ARCGIS_BASE_URL: '' });
    for (const { name, args } of calls) {
      const { errorClass, error, help } = await failureOf(name, args);
      expect([name, errorClass, help.missingSettings]).toEqual([
        name,
        'NOT_CONFIGURED',
        ['GEO_ARCGIS_BASE_URL'],
      ]);
      expect(error).toContain('GEO_ARCGIS_BASE_URL');
    }
  });

  it('keep the previous places while the service is down', async () => {
    const statusOf = async (query: string) => (await dataOf('search_geospatial_metadata', { query })).status;
    expect(await statusOf('Yas Island')).toBe('resolved');
    opened.clock.advance(25 * 3_600_000);
    opened.sample.faults.set({ kind: 'error', code: 503 });
    const { errorClass } = await failureOf('get_transaction_count', { district: 'Hili', year: 2023 });
    expect(errorClass).toBe('UPSTREAM_UNAVAILABLE');
    expect(await statusOf('Hili')).toBe('resolved');
  });
});

it('runs at most eight calls at once', async () => {
  const held: (() => void)[] = [];
  let peak = 0;
  const probe = {
    name: 'probe',
    input: z.object({}),
    execute: () => {
      const { promise, resolve } = Promise.withResolvers<object>();
      peak = Math.max(
        peak,
        held.push(() => resolve({})),
      );
      return promise;
    },
  } as unknown as GeoTool;
  const answers = new CallAnswers([probe], undefined as never, () => undefined);
  let ended = 0;
  const signal = new AbortController().signal;
  const all = Array.from({ length: 20 }, () => answers.answer('probe', {}, signal).then(() => (ended += 1)));
  while (ended < all.length) {
    await setImmediate();
    held.shift()?.();
  }
  expect(peak).toBe(8);
});
