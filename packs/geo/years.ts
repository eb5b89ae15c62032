import { variablesNamed } from '#config';
import { readGeoSettings } from './settings.ts';

/** The years that the deployment's data covers (`GEO_MIN_YEAR`, `GEO_MAX_YEAR`), which the server refuses others by. */
export const YEARS = coveredYears(variablesNamed(['GEO_MIN_YEAR', 'GEO_MAX_YEAR']));

/** The usual ones where the variables do not fit, of which the server tells at its start. */
export function coveredYears(given: Readonly<Record<string, string>>): { from: number; to: number } {
  try {
    const { minYear, maxYear } = readGeoSettings(given);
    return { from: minYear, to: maxYear };
  } catch {
    const { minYear, maxYear } = readGeoSettings({});
    return { from: minYear, to: maxYear };
  }
}
