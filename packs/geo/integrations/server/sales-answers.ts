import type { z } from 'zod';
import { ToolError } from '#pack-kit';
import type { FeatureRow, Statistic } from '../arcgis/arcgis-client.ts';
import type { Condition } from '../arcgis/conditions.ts';
import type { CompareInput } from '../../tools/compare-sales-between-districts.tool.ts';
import type { MunicipalitySalesInput } from '../../tools/get-municipality-sales.tool.ts';
import type { TopDistrictsInput } from '../../tools/get-top-districts-in-municipality.tool.ts';
import type { TotalSalesInput } from '../../tools/get-total-sales-value.tool.ts';
import type { TransactionCountInput } from '../../tools/get-transaction-count.tool.ts';
import type {
  CompareResult,
  MunicipalitySalesResult,
  TopDistrictsResult,
  TotalSalesResult,
  TransactionCountResult,
} from '../../schema/results.ts';
import { average, checkYear, numberOf, placeNamed, sharedResult, type Backend } from './backend.ts';

const COUNT: Statistic = { type: 'count', field: 'OBJECTID', as: 'tx_count' };
const VALUE_AND_COUNT: readonly Statistic[] = [
  { type: 'sum', field: 'sale_value_aed', as: 'total_value' },
  COUNT,
];

const ofYear = (year: number, propertyType?: string): Condition[] => [
  { field: 'year', is: year },
  ...(propertyType === undefined ? [] : [{ field: 'property_type', is: propertyType }]),
];

const salesOf = (row: FeatureRow | undefined) => ({
  total_value_aed: numberOf(row?.total_value),
  transaction_count: numberOf(row?.tx_count),
});

/** What the sales of one district in a year come to, and what was asked, as every such answer repeats it. */
async function districtSales(
  { district, year, property_type }: z.infer<TotalSalesInput>,
  statistics: readonly Statistic[],
  backend: Backend,
  signal: AbortSignal,
) {
  const place = placeNamed(await backend.gazetteer.get(), 'district', 'district', district);
  checkYear(backend.settings, year);
  const where: Condition[] = [{ field: 'district_en', is: place.nameEn }, ...ofYear(year, property_type)];
  const [row] = await backend.client.statistics('sales', { where, statistics }, signal);
  const asked = {
    ...(await sharedResult(backend)),
    district: place.nameEn,
    district_ar: place.nameAr,
    year,
    property_type: property_type ?? null,
  };
  return { asked, row };
}

export async function totalSales(
  input: z.infer<TotalSalesInput>,
  backend: Backend,
  signal: AbortSignal,
): Promise<TotalSalesResult> {
  const { asked, row } = await districtSales(input, VALUE_AND_COUNT, backend, signal);
  const sales = salesOf(row);
  return {
    ...asked,
    ...sales,
    average_value_aed: average(sales.total_value_aed, sales.transaction_count),
  };
}

export async function transactionCount(
  input: z.infer<TransactionCountInput>,
  backend: Backend,
  signal: AbortSignal,
): Promise<TransactionCountResult> {
  const { asked, row } = await districtSales(input, [COUNT], backend, signal);
  return {
    ...asked,
    transaction_count: numberOf(row?.tx_count),
  };
}

export async function compareSales(
  { districts, year, property_type }: z.infer<CompareInput>,
  backend: Backend,
  signal: AbortSignal,
): Promise<CompareResult> {
  const matcher = await backend.gazetteer.get();
  const named = districts.map((name) => placeNamed(matcher, 'district', 'districts', name));
  const places = [...new Set(named)];
  if (places.length < 2)
    throw new ToolError('VALIDATION_FAILED', 'A comparison needs at least two different districts.', {
      fields: [{ name: 'districts', problem: 'expected 2 to 5 different districts' }],
    });
  checkYear(backend.settings, year);
  const found = await backend.client.statistics(
    'sales',
    {
      where: [
        { field: 'district_en', in: places.map(({ nameEn }) => nameEn) },
        ...ofYear(year, property_type),
      ],
      statistics: VALUE_AND_COUNT,
      groupBy: ['district_en'],
    },
    signal,
  );
  const compared = places.map(({ nameEn, nameAr }) => {
    const sales = salesOf(found.find((row) => row.district_en === nameEn));
    const average_value_aed = average(sales.total_value_aed, sales.transaction_count);
    return { district: nameEn, district_ar: nameAr, ...sales, average_value_aed };
  });
  const rows = compared
    .toSorted((a, b) => b.total_value_aed - a.total_value_aed || a.district.localeCompare(b.district))
    .map((row, index) => ({ ...row, rank: index + 1 }));
  const [first = 0, second = 0] = rows.map((row) => row.total_value_aed);
  return {
    ...(await sharedResult(backend)),
    year,
    property_type: property_type ?? null,
    rows,
    highest: rows[0]?.district ?? '',
    difference_aed: first - second,
    difference_pct: second === 0 ? null : oneDecimal(((first - second) / second) * 100),
  };
}

export async function municipalitySales(
  { municipality, year, property_type }: z.infer<MunicipalitySalesInput>,
  backend: Backend,
  signal: AbortSignal,
): Promise<MunicipalitySalesResult> {
  const place = placeNamed(await backend.gazetteer.get(), 'municipality', 'municipality', municipality);
  checkYear(backend.settings, year);
  const where: Condition[] = [{ field: 'municipality_en', is: place.nameEn }, ...ofYear(year, property_type)];
  const { client } = backend;
  const [[row], groups] = await Promise.all([
    client.statistics('sales', { where, statistics: VALUE_AND_COUNT }, signal),
    client.statistics('sales', { where, statistics: [COUNT], groupBy: ['district_en'] }, signal),
  ]);
  const sales = salesOf(row);
  return {
    ...(await sharedResult(backend)),
    municipality: place.nameEn,
    municipality_ar: place.nameAr,
    year,
    property_type: property_type ?? null,
    ...sales,
    average_value_aed: average(sales.total_value_aed, sales.transaction_count),
    districts_counted: groups.length,
  };
}

export async function topDistricts(
  { municipality, year, limit, metric, order }: z.infer<TopDistrictsInput>,
  backend: Backend,
  signal: AbortSignal,
): Promise<TopDistrictsResult> {
  const matcher = await backend.gazetteer.get();
  const place = placeNamed(matcher, 'municipality', 'municipality', municipality);
  checkYear(backend.settings, year);
  const found = await backend.client.statistics(
    'sales',
    {
      where: [{ field: 'municipality_en', is: place.nameEn }, ...ofYear(year)],
      statistics: VALUE_AND_COUNT,
      groupBy: ['district_en'],
    },
    signal,
  );
  const measure = metric === 'value' ? 'total_value_aed' : 'transaction_count';
  const all = found.map((row) => {
    const district = String(row.district_en);
    return {
      district,
      district_ar: matcher.canonical(district, ['district'])?.nameAr ?? '',
      ...salesOf(row),
    };
  });
  const whole = all.reduce((total, row) => total + row[measure], 0);
  const ranked = all
    .sort((a, b) => b[measure] - a[measure] || a.district.localeCompare(b.district))
    .map((row, index) => ({
      rank: index + 1,
      ...row,
      sharePct: whole === 0 ? 0 : oneDecimal((row[measure] / whole) * 100),
    }));
  const rows = order === 'highest' ? ranked.slice(0, limit) : ranked.slice(-limit).reverse();
  const shared = await sharedResult(
    backend,
    rows.length === 0 ? ['Nothing was sold there in this year.'] : [],
  );
  return { ...shared, municipality: place.nameEn, municipality_ar: place.nameAr, year, metric, order, rows };
}

/** Half away from zero. */
function oneDecimal(value: number): number {
  return (Math.sign(value) * Math.round(Math.abs(value) * 10)) / 10;
}
