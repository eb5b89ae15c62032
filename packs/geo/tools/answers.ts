import { ToolError } from '#pack-kit';
import type { FeatureRow, Statistic } from '../integrations/arcgis/arcgis-client.ts';
import type { Condition } from '../integrations/arcgis/conditions.ts';
import type { Backend } from '../integrations/server/backend.ts';
import type { GeoPlace, PlaceMatcher, PlaceType } from '../schema/places/place-matcher.ts';
import type { SharedResult } from '../schema/results.ts';
import type { GeoSettings } from '../settings.ts';

// Parts that the answers of several tools share.

const MAX_SUGGESTIONS = 5;

/** Common fields of every result: the source of its figures, and whether they are samples. */
export async function sharedResult({ client, clock }: Backend, notes: string[] = []): Promise<SharedResult> {
  const { name, sample } = await client.describe();
  return { source: name, sample, asOf: clock.now().toISOString(), notes };
}

/**
 * The place with exactly this English name.
 *
 * @throws ToolError VALIDATION_FAILED with the nearest names, where `places` says what to search for; NOT_CONFIGURED if
 * such places could not be read
 */
export function placeNamed(matcher: PlaceMatcher, type: PlaceType, field: string, name: string): GeoPlace {
  const lack = matcher.lacking.get(type);
  if (lack) throw lack;
  const place = matcher.canonical(name, [type]);
  if (place) return place;
  const near = matcher
    .match(name, { type })
    .slice(0, MAX_SUGGESTIONS)
    .map((match) => match.place.nameEn);
  const other = matcher.canonical(name, ['district', 'municipality', 'community', 'project']);
  const kind = other ? `it is a ${other.type}` : 'search for it with search_geospatial_metadata first';
  throw new ToolError('VALIDATION_FAILED', `"${name}" is not the exact English name of a ${type}: ${kind}.`, {
    fields: [{ name: field, problem: `expected the exact English name of a ${type}` }],
    suggestions: other?.districtEn && type === 'district' ? [other.districtEn] : near,
    ...(!other && { places: [{ field, name, type }] }),
  });
}

/** @throws ToolError VALIDATION_FAILED for a year that the data does not cover. */
export function checkYear({ minYear, maxYear }: GeoSettings, year: unknown): void {
  if (Number.isInteger(year) && Number(year) >= minYear && Number(year) <= maxYear) return;
  throw new ToolError(
    'VALIDATION_FAILED',
    `The data covers the years ${minYear} to ${maxYear}; ${JSON.stringify(year)} is not among them.`,
    {
      fields: [{ name: 'year', problem: `expected a year from ${minYear} to ${maxYear}` }],
      years: { from: minYear, to: maxYear },
    },
  );
}

export const COUNT: Statistic = { type: 'count', field: 'OBJECTID', as: 'tx_count' };
export const VALUE_AND_COUNT: readonly Statistic[] = [
  { type: 'sum', field: 'sale_value_aed', as: 'total_value' },
  COUNT,
];

/** Conditions on the layer of sales. */
export const salesOfYear = (year: number, propertyType?: string): Condition[] => [
  { field: 'year', is: year },
  ...(propertyType === undefined ? [] : [{ field: 'property_type', is: propertyType }]),
];

/** Sum and number of a row of {@link VALUE_AND_COUNT}; both are 0 where nothing was sold. */
export function salesOf(row: FeatureRow | undefined) {
  return { total_value_aed: numberOf(row?.total_value), transaction_count: numberOf(row?.tx_count) };
}

/** Whole AED, half up; null if there is nothing to divide. */
export function average(total: number, count: number): number | null {
  return count === 0 ? null : Math.floor(total / count + 0.5);
}

export const numberOf = (value: string | number | null | undefined): number => Number(value ?? 0);

/** One decimal, rounded half away from zero. */
export function oneDecimal(value: number): number {
  return (Math.sign(value) * Math.round(Math.abs(value) * 10)) / 10;
}
