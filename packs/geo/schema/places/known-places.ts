import {
  communityRows,
  districtRows,
  municipalityRows,
  projectRows,
} from '../../integrations/sample/place-rows.ts';
import { aliases } from './abu-dhabi.ts';
import { PlaceMatcher, type GeoPlace } from './place-matcher.ts';

/** A place of the service's gazetteer layers. */
export function placeOf(
  type: GeoPlace['type'],
  row: Readonly<Record<string, string | number | null>>,
): GeoPlace {
  const text = (field: string) => (row[field] == null ? null : String(row[field]));
  const nameEn = text('name_en') ?? '';
  return {
    type,
    nameEn,
    nameAr: text('name_ar') ?? '',
    districtEn: text('district_en'),
    municipalityEn: text('municipality_en'),
    aliases: aliases[nameEn] ?? [],
  };
}

/** Places that are known without the service: those of the sample data. */
export const knownMatcher = new PlaceMatcher([
  ...municipalityRows().map((row) => placeOf('municipality', row)),
  ...districtRows().map((row) => placeOf('district', row)),
  ...communityRows().map((row) => placeOf('community', row)),
  ...projectRows().map((row) => placeOf('project', row)),
]);
