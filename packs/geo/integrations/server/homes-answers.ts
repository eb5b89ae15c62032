import type { z } from 'zod';
import { ToolError } from '#pack-kit';
import type { FeatureRow } from '../arcgis/arcgis-client.ts';
import type { Condition } from '../arcgis/conditions.ts';
import type { PlaceMatcher } from '../../schema/places/place-matcher.ts';
import type { FindUnitsInput } from '../../tools/find-units-by-budget.tool.ts';
import type { CurrentSupplyInput } from '../../tools/get-current-supply.tool.ts';
import type { RentalUnit, SupplyResult, UnitsResult } from '../../schema/results.ts';
import { average, numberOf, placeNamed, sharedResult, type Backend } from './backend.ts';

const UNIT_FIELDS = [
  'unit_id',
  'district_en',
  'community_en',
  'property_type',
  'bedrooms',
  'area_sqm',
  'annual_rent_aed',
  'furnished',
];
const BY_RENT = ['annual_rent_aed', 'unit_id'];
const MONTHS = 12;

export async function findUnits(
  input: z.infer<FindUnitsInput>,
  backend: Backend,
  signal: AbortSignal,
): Promise<UnitsResult> {
  const {
    max_budget: most,
    min_budget: least,
    bedrooms,
    district,
    municipality,
    property_type: type,
    limit,
  } = input;
  if (least > most)
    throw new ToolError('VALIDATION_FAILED', 'The lowest rent is above the highest.', {
      fields: [{ name: 'min_budget', problem: `expected at most max_budget, ${most}` }],
    });
  const matcher = await backend.gazetteer.get();
  const place = district === undefined ? undefined : placeNamed(matcher, 'district', 'district', district);
  const around =
    municipality === undefined
      ? undefined
      : placeNamed(matcher, 'municipality', 'municipality', municipality);
  const alike: Condition[] = [
    { field: 'status', is: 'available' },
    { field: 'year', is: backend.settings.maxYear },
    ...(bedrooms === undefined ? [] : [{ field: 'bedrooms', is: bedrooms }]),
    ...(place ? [{ field: 'district_en', is: place.nameEn }] : []),
    ...(around ? [{ field: 'municipality_en', is: around.nameEn }] : []),
  ];
  const where: Condition[] = [
    ...alike,
    { field: 'annual_rent_aed', from: least, to: most },
    ...(type === undefined ? [] : [{ field: 'property_type', is: type }]),
  ];
  const { client } = backend;
  const [rows, total] = await Promise.all([
    client.list('rentals', { where, fields: UNIT_FIELDS, orderBy: BY_RENT, limit }, signal),
    client.count('rentals', where, signal),
  ]);
  const above = {
    where: [...alike, { field: 'annual_rent_aed', above: most }],
    fields: UNIT_FIELDS,
    orderBy: BY_RENT,
  };
  const [nearest] = total === 0 ? await client.list('rentals', { ...above, limit: 1 }, signal) : [];
  const units = rows.map((row) => unitOf(row, matcher));
  return {
    ...(await sharedResult(backend)),
    units,
    total,
    returned: units.length,
    cheapest_aed: units[0]?.annual_rent_aed ?? null,
    nearest: nearest ? unitOf(nearest, matcher) : null,
  };
}

function unitOf(row: FeatureRow, matcher: PlaceMatcher): RentalUnit {
  const district = String(row.district_en);
  const rent = numberOf(row.annual_rent_aed);
  return {
    unit_id: String(row.unit_id),
    district,
    district_ar: matcher.canonical(district, ['district'])?.nameAr ?? '',
    community: String(row.community_en ?? ''),
    property_type: String(row.property_type),
    bedrooms: numberOf(row.bedrooms),
    area_sqm: numberOf(row.area_sqm),
    annual_rent_aed: rent,
    monthly_rent_aed: average(rent, MONTHS) ?? 0,
    furnished: numberOf(row.furnished) === 1,
  };
}

export async function currentSupply(
  { district, property_type: type }: z.infer<CurrentSupplyInput>,
  backend: Backend,
  signal: AbortSignal,
): Promise<SupplyResult> {
  const place = placeNamed(await backend.gazetteer.get(), 'district', 'district', district);
  const { client } = backend;
  const here: Condition[] = [{ field: 'district_en', is: place.nameEn }];
  const latest = { where: here, statistics: [{ type: 'max', field: 'year', as: 'latest_year' } as const] };
  const [newest] = await client.statistics('supply', latest, signal);
  const year = newest?.latest_year == null ? null : numberOf(newest.latest_year);
  const where: Condition[] = [
    ...here,
    ...(year === null ? [] : [{ field: 'year', is: year }]),
    ...(type === undefined ? [] : [{ field: 'property_type', is: type }]),
  ];
  const fields = ['property_type', 'existing_units', 'under_construction_units', 'available_units'];
  const found = year === null ? [] : await client.list('supply', { where, fields }, signal);
  const rows = found.map((row) => ({
    property_type: String(row.property_type),
    existing_units: numberOf(row.existing_units),
    under_construction_units: numberOf(row.under_construction_units),
    available_units: numberOf(row.available_units),
  }));
  const sum = (field: 'existing_units' | 'under_construction_units' | 'available_units') =>
    rows.reduce((total, row) => total + row[field], 0);
  const what = type === undefined ? 'homes' : `homes of the type ${type}`;
  return {
    ...(await sharedResult(
      backend,
      rows.length === 0 ? [`The service has no ${what} in ${place.nameEn}.`] : [],
    )),
    district: place.nameEn,
    district_ar: place.nameAr,
    year,
    rows,
    totals: {
      existing_units: sum('existing_units'),
      under_construction_units: sum('under_construction_units'),
      available_units: sum('available_units'),
    },
  };
}
