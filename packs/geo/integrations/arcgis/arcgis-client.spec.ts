import { openSample, type OpenedSample } from '../../testing/geo.fixture.ts';
import { ArcGisClient } from './arcgis-client.ts';
import type { Condition } from './conditions.ts';

const YAS_2023: Condition[] = [
  { field: 'district_en', is: 'Yas Island' },
  { field: 'year', is: 2023 },
];
const COUNT = [{ type: 'count', field: 'OBJECTID', as: 'tx_count' }] as const;

describe('the ArcGIS client', () => {
  let opened: OpenedSample;
  beforeEach(async () => void (opened = await openSample()));
  afterEach(() => opened.close());

  const withSettings = (given: Record<string, string>) => async () => {
    await opened.close();
    opened = await openSample(given);
    return opened.client;
  };
  const countOf = (client: ArcGisClient) => client.count('sales', YAS_2023);

  it('fetches all sales of a district and year in two pages, without duplicate rows', async () => {
    const rows = await opened.client.list('sales', { where: YAS_2023, fields: ['sale_value_aed'] });
    const pages = opened.sample.requests.filter(({ path }) => path === '/4/query');
    expect(pages.map(({ parameters }) => parameters.get('resultOffset'))).toEqual(['0', '1000']);
    expect(new Set(rows.map((row) => row.OBJECTID)).size).toBe(1_247);
    expect(rows.reduce((total, row) => total + Number(row.sale_value_aed), 0)).toBe(3_266_062_444);
  });

  /** The same service without paging, like an older version. */
  const withoutPages = () => {
    const request = opened.parts.http.request.bind(opened.parts.http);
    const http = {
      request: async (wanted: Parameters<typeof request>[0]) => {
        const answer = await request(wanted);
        return {
          ...answer,
          text: () => answer.text().replace('"supportsPagination":true', '"supportsPagination":false'),
        };
      },
    };
    return new ArcGisClient({ ...opened.parts, http }, opened.clock);
  };

  it('continues by ids if the service has no paging', async () => {
    const client = withoutPages();
    const rows = await client.list('sales', { where: YAS_2023, fields: ['year'] });
    expect(new Set(rows.map((row) => row.OBJECTID)).size).toBe(1_247);
    expect(opened.sample.requests.at(-1)?.parameters.get('resultOffset')).toBeNull();
  });

  it('returns the first rows of an order if the service has no paging', async () => {
    const cheapest = {
      where: [],
      fields: ['unit_id', 'annual_rent_aed'],
      orderBy: ['annual_rent_aed', 'unit_id'],
      limit: 5,
    };
    const expected = await opened.client.list('rentals', cheapest);
    expect(await withoutPages().list('rentals', cheapest)).toEqual(expected);
    expect(expected).toHaveLength(5);
  });

  it('stops at the maximum number of pages', async () => {
    await expect(opened.client.list('sales', { where: [], fields: ['year'] })).rejects.toMatchObject({
      errorClass: 'LIMIT_EXCEEDED',
    });
  });

  it('aggregates, and accepts null as the sum of no rows', async () => {
    const statistics = [{ type: 'sum', field: 'sale_value_aed', as: 'total_value' }, ...COUNT] as const;
    expect(await opened.client.statistics('sales', { where: YAS_2023, statistics })).toEqual([
      { total_value: 3_266_062_444, tx_count: 1_247 },
    ]);
    const nowhere = [{ field: 'district_en', is: 'Nowhere' }];
    expect(await opened.client.statistics('sales', { where: nowhere, statistics })).toEqual([
      { total_value: null, tx_count: 0 },
    ]);
    const [query] = opened.sample.requests.filter(({ path }) => path === '/4/query');
    expect(query?.parameters.get('returnGeometry')).toBe('false');
    expect(query?.parameters.get('where')).toBe("district_en = 'Yas Island' AND year = 2023");
  });

  it('sends a long query as a form', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `District ${index}`);
    await opened.client.count('sales', [{ field: 'district_en', in: [...names, 'Hili'] }]);
    expect(opened.sample.requests.at(-1)?.method).toBe('POST');
  });

  it('quotes text values', async () => {
    expect(await opened.client.count('sales', [{ field: 'district_en', is: "O'Hara' OR '1'='1" }])).toBe(0);
    const client = await withSettings({ GEO_SQL_UNICODE_PREFIX: 'true' })();
    expect(await countOf(client)).toBe(1_247);
    expect(opened.sample.requests.at(-1)?.parameters.get('where')).toContain("district_en = N'Yas Island'");
  });

  it('filters by date if no year is mapped', async () => {
    const client = await withSettings({ GEO_LAYER_MAP: '{"sales":{"fields":{"year":null}}}' })();
    expect(await countOf(client)).toBe(1_247);
    expect(opened.sample.requests.at(-1)?.parameters.get('where')).toContain(
      "transaction_date >= DATE '2023-01-01' AND transaction_date < DATE '2024-01-01'",
    );
  });

  it.each(['district_en', 'property_type'])(
    'gives no figure of all where %s is mapped to nothing',
    async (field) => {
      const client = await withSettings({
        GEO_LAYER_MAP: JSON.stringify({ sales: { fields: { [field]: null } } }),
      })();
      await expect(client.count('sales', [{ field, is: 'x' }])).rejects.toMatchObject({
        errorClass: 'NOT_CONFIGURED',
        message: expect.stringContaining(field),
      });
    },
  );

  it('returns no figure over all years if neither year nor date is mapped', async () => {
    const client = await withSettings({
      GEO_LAYER_MAP: '{"sales":{"fields":{"year":null,"transaction_date":null}}}',
    })();
    await expect(countOf(client)).rejects.toMatchObject({ errorClass: 'NOT_CONFIGURED' });
  });

  it('treats rentals as current if the service has neither year nor status', async () => {
    const client = await withSettings({
      GEO_LAYER_MAP: '{"rentals":{"fields":{"year":null,"status":null}}}',
    })();
    const homes: Condition[] = [
      { field: 'year', is: 2024 },
      { field: 'status', is: 'available' },
      { field: 'district_en', is: 'Hili' },
    ];
    expect(await client.count('rentals', homes)).toBe(60);
  });

  it.each([
    ['{"sales":{"fields":{"district_en":"DISTRICT_X"}}}', 'DISTRICT_X'],
    ['{"sales":{"fields":{"nonsense":"x"}}}', 'nonsense'],
    ['{"roads":{}}', 'GEO_LAYER_MAP'],
    ['not json', 'GEO_LAYER_MAP'],
  ])('rejects the layer map %s', async (map, words) => {
    const client = await withSettings({ GEO_LAYER_MAP: map })();
    await expect(countOf(client)).rejects.toMatchObject({
      errorClass: 'NOT_CONFIGURED',
      message: expect.stringContaining(words),
      help: { missingSettings: ['GEO_LAYER_MAP'] },
    });
  });

  it.each([
    [400, 'UPSTREAM_REJECTED'],
    [401, 'UPSTREAM_REJECTED'],
    [403, 'UPSTREAM_REJECTED'],
    [404, 'NOT_CONFIGURED'],
    [429, 'RATE_LIMITED'],
    [498, 'NOT_CONFIGURED'],
    [499, 'NOT_CONFIGURED'],
    [500, 'UPSTREAM_ERROR'],
    [502, 'UPSTREAM_UNAVAILABLE'],
    [503, 'UPSTREAM_UNAVAILABLE'],
    [504, 'UPSTREAM_UNAVAILABLE'],
  ])('maps %i to %s, as an error object in a 200 and as a status', async (code, errorClass) => {
    opened.sample.faults.set({ kind: 'error', code, message: 'secret words' }, 1);
    await expect(countOf(opened.client)).rejects.toMatchObject({ errorClass });
    opened.sample.faults.set({ kind: 'status', status: code }, 1);
    const failure = await countOf(opened.client).catch((error: unknown) => error);
    expect(failure).toMatchObject({ errorClass });
    expect((failure as Error).message).not.toContain('secret');
    expect(JSON.stringify(opened.logged)).toContain('secret words');
  });

  it('recognises an HTML page, a broken connection and a slow service', async () => {
    opened.sample.faults.set({ kind: 'page' }, 1);
    await expect(countOf(opened.client)).rejects.toMatchObject({ errorClass: 'UPSTREAM_ERROR' });
    opened.sample.faults.set({ kind: 'drop' }, 1);
    await expect(countOf(opened.client)).rejects.toMatchObject({ errorClass: 'UPSTREAM_UNAVAILABLE' });
    const client = await withSettings({ GEO_REQUEST_TIMEOUT_MS: '100' })();
    opened.sample.faults.set({ kind: 'delay', ms: 1_000 }, 1);
    await expect(countOf(client)).rejects.toMatchObject({ errorClass: 'TIMEOUT' });
  });

  it('reports the missing setting, and sends nothing', async () => {
    const client = await withSettings({ GEO_ARCGIS_BASE_URL: '' })();
    await expect(countOf(client)).rejects.toMatchObject({
      errorClass: 'NOT_CONFIGURED',
      help: { missingSettings: ['GEO_ARCGIS_BASE_URL'] },
    });
    const inside = await withSettings({ GEO_ARCGIS_BASE_URL: 'http://10.0.0.1/x' })();
    await expect(countOf(inside)).rejects.toMatchObject({ help: { missingSettings: ['HTTP_ALLOW_HOSTS'] } });
  });

  it('sends its token', async () => {
    await opened.close();
    opened = await openSample({ GEO_ARCGIS_TOKEN: 'open' }, { token: 'open' });
    expect(await countOf(opened.client)).toBe(1_247);
  });

  it('recognises sample data', async () => {
    expect(await opened.client.describe()).toEqual({ name: 'AbuDhabiRealEstate (sample)', sample: true });
  });
});
