import { SampleServer } from './sample-server.ts';

describe('the sample service', () => {
  let sample: SampleServer;
  beforeAll(async () => void (sample = await SampleServer.start()));
  afterEach(() => sample.faults.clear());
  afterAll(() => sample.stop());

  const get = async (path: string, parameters: Record<string, string> = {}) => {
    const asked = new URLSearchParams({ f: 'json', ...parameters });
    const answer = await fetch(`${sample.url}${path}?${asked.toString()}`);
    expect(answer.status).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  };
  const query = (layer: number, parameters: Record<string, string>) => get(`/${layer}/query`, parameters);
  const rowsOf = (answer: Record<string, unknown>) =>
    (answer.features as { attributes: Record<string, unknown> }[]).map(({ attributes }) => attributes);
  const count = async (where: string, layer = 4) =>
    (await query(layer, { where, returnCountOnly: 'true' })).count;

  it('describes itself as sample data', async () => {
    expect(await get('')).toMatchObject({ serviceDescription: expect.stringMatching(/^SAMPLE DATA/) });
    expect(await get('/4')).toMatchObject({
      name: 'sales',
      maxRecordCount: 1_000,
      advancedQueryCapabilities: { supportsPagination: true, supportsPaginationOnAggregatedQueries: false },
    });
  });

  it.each([
    ['1=1', 35_003],
    ["district_en = 'Yas Island' AND year = 2023", 1_247],
    ["DISTRICT_EN = N'Yas Island' and (year = 2022 or year = 2023)", 985 + 1_247],
    ["district_en IN ('Hili', 'Zakher') AND year BETWEEN 2023 AND 2023", 70 + 75],
    ["district_en LIKE 'Yas%' AND NOT year <> 2023", 1_247],
    ["district_en = 'O''Hara'", 0],
    ["year >= 2024 AND year < 2025 AND district_en = 'Hili'", 83],
    ["district_en = 'Yas Island' AND year = 2023 AND bedrooms IS NULL", 124],
    ["district_en = 'Yas Island' AND year = 2023 AND bedrooms IS NOT NULL", 1_247 - 124],
    // A comparison with a missing number is neither true nor false.
    ["district_en = 'Yas Island' AND year = 2023 AND NOT bedrooms = 99", 1_247 - 124],
    [
      "district_en = 'Hili' AND transaction_date >= DATE '2023-01-01' AND transaction_date < DATE '2024-01-01'",
      70,
    ],
  ])('counts where %s', async (where, expected) => {
    expect(await count(where)).toBe(expected);
  });

  it.each([
    ["district_en = 'Yas", 400],
    ['district_en =', 400],
    ['(year = 2023', 400],
    ['nonsense = 1', 400],
    ["x' OR 1=1 --", 400],
    ['', 400],
  ])('rejects where %s', async (where, code) => {
    expect(await query(4, { where, returnCountOnly: 'true' })).toMatchObject({ error: { code } });
  });

  it('has no layer 77', async () => {
    expect(await get('/77')).toMatchObject({ error: { code: 404 } });
  });

  it('aggregates by group', async () => {
    const answer = await query(4, {
      where: "municipality_en = 'Al Ain' AND year = 2022",
      outStatistics: JSON.stringify([
        { statisticType: 'sum', onStatisticField: 'sale_value_aed', outStatisticFieldName: 'total' },
        { statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'deals' },
      ]),
      groupByFieldsForStatistics: 'district_en',
    });
    const rows = rowsOf(answer);
    expect(rows).toHaveLength(5);
    expect(rows.reduce((total, row) => total + Number(row.total), 0)).toBe(273_285_342);
    expect(rows.find((row) => row.district_en === 'Hili')).toEqual({
      district_en: 'Hili',
      total: 37_501_952,
      deals: 55,
    });
    const nothing = await query(4, {
      where: 'year = 1900',
      outStatistics: JSON.stringify([
        { statisticType: 'sum', onStatisticField: 'sale_value_aed', outStatisticFieldName: 'total' },
      ]),
    });
    expect(rowsOf(nothing)).toEqual([{ total: null }]);
  });

  it('returns pages and reports that there are more', async () => {
    const where = "district_en = 'Yas Island' AND year = 2023";
    const page = (resultOffset: string) =>
      query(4, { where, outFields: 'OBJECTID', orderByFields: 'OBJECTID', resultOffset });
    const first = await page('0');
    const second = await page('1000');
    expect([rowsOf(first).length, first.exceededTransferLimit]).toEqual([1_000, true]);
    expect([rowsOf(second).length, second.exceededTransferLimit]).toEqual([247, undefined]);
  });

  it('accepts a query as a form, and returns distinct values in order', async () => {
    const answer = await fetch(`${sample.url}/1/query`, {
      method: 'POST',
      body: new URLSearchParams({
        where: '1=1',
        outFields: 'municipality_en',
        returnDistinctValues: 'true',
        orderByFields: 'municipality_en DESC',
      }),
    });
    expect(rowsOf((await answer.json()) as Record<string, unknown>)).toEqual([
      { municipality_en: 'Al Dhafra' },
      { municipality_en: 'Al Ain' },
      { municipality_en: 'Abu Dhabi City' },
    ]);
  });

  it('requires its token', async () => {
    const guarded = await SampleServer.start({ token: 'open' });
    const ask = async (query: string) => (await (await fetch(`${guarded.url}${query}`)).json()) as object;
    expect(await ask('')).toMatchObject({ error: { code: 499 } });
    expect(await ask('?token=wrong')).toMatchObject({ error: { code: 498 } });
    expect(await ask('?token=open')).toMatchObject({ currentVersion: 11.3 });
    await guarded.stop();
  });

  it('fails as often as configured', async () => {
    sample.faults.set({ kind: 'error', code: 503 }, 1);
    expect(await query(4, { where: '1=1', returnCountOnly: 'true' })).toMatchObject({ error: { code: 503 } });
    expect(await count('1=1')).toBe(35_003);
    sample.faults.set({ kind: 'drop' }, 1);
    await expect(count('1=1')).rejects.toThrow('fetch failed');
  });
});
