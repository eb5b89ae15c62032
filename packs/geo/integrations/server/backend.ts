import type { Clock } from '#config';
import { ToolError } from '#pack-kit';
import { ArcGisClient } from '../arcgis/arcgis-client.ts';
import type { ServiceParts } from '../arcgis/arcgis-service.ts';
import type { GeoPlace, PlaceMatcher, PlaceType } from '../../schema/places/place-matcher.ts';
import type { GeoSettings } from '../../settings.ts';
import type { SharedResult } from '../../schema/results.ts';
import { Gazetteer } from './gazetteer.ts';

const MAX_SUGGESTIONS = 5;

/** What the answers of the tools are made from. */
export interface Backend {
  client: ArcGisClient;
  gazetteer: Gazetteer;
  settings: GeoSettings;
  clock: Clock;
}

export function openBackend(parts: ServiceParts, clock: Clock): Backend {
  const client = new ArcGisClient(parts, clock);
  return { client, gazetteer: new Gazetteer(client, clock), settings: parts.settings, clock };
}

/** What every result says of where it comes from. */
export async function sharedResult({ client, clock }: Backend, notes: string[] = []): Promise<SharedResult> {
  const { name, sample } = await client.describe();
  return { source: name, sample, asOf: clock.now().toISOString(), notes };
}

/**
 * The place with exactly this English name.
 *
 * @throws ToolError VALIDATION_FAILED with the nearest names; `places` tells a caller what to search for. NOT_CONFIGURED where
 * such places are not known.
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

/** @throws ToolError VALIDATION_FAILED for what is no year that the data covers. */
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

/** Whole AED, half up; null where there is nothing to divide. */
export function average(total: number, count: number): number | null {
  return count === 0 ? null : Math.floor(total / count + 0.5);
}

export const numberOf = (value: string | number | null | undefined): number => Number(value ?? 0);
