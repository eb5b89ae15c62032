import { variablesNamed } from '#config';
import { readGeoSettings } from './settings.ts';

/** Years that the deployment's data covers (`GEO_MIN_YEAR`, `GEO_MAX_YEAR`). The server refuses other years. */
export const YEARS = coveredYears(variablesNamed(['GEO_MIN_YEAR', 'GEO_MAX_YEAR']));

/** Falls back to the defaults for invalid variables, which the server reports at its start. */
export function coveredYears(given: Readonly<Record<string, string>>): { from: number; to: number } {
  try {
    const { minYear, maxYear } = readGeoSettings(given);
    return { from: minYear, to: maxYear };
  } catch {
    const { minYear, maxYear } = readGeoSettings({});
    return { from: minYear, to: maxYear };
  }
}
