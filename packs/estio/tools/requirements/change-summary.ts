import type { FieldChange, Requirements } from '../../schema/requirements.ts';
import { bedroomsName, euro, placeName, type Wording } from '../../wording.ts';

const MAX_SUMMARY_CHARACTERS = 500;

/** The known requirements of a contact, each as a person would name it. */
export function requirementNames(
  { district, minPrice, maxPrice, bedrooms, bedroomsMin }: Requirements,
  language: Wording,
): string[] {
  const arabic = language === 'ar';
  const places = district.map((name) => placeName(name, language)).join(arabic ? ' أو ' : ' or ');
  return [
    places && `${arabic ? 'المنطقة' : 'area'} ${places}`,
    minPrice === null ? '' : `${arabic ? 'السعر ابتداء من' : 'price from'} ${euro(minPrice, language)}`,
    maxPrice === null ? '' : `${arabic ? 'الميزانية حتى' : 'budget up to'} ${euro(maxPrice, language)}`,
    bedrooms === null ? '' : bedroomsName(bedrooms, language),
    bedroomsMin === null ? '' : `${arabic ? 'على الأقل' : 'at least'} ${bedroomsName(bedroomsMin, language)}`,
  ].filter(Boolean);
}

/** The timeline entry for a change; undefined for a status change only, which has its own entry. */
export function changeLogged(requirements: Requirements, changed: FieldChange[]): string | undefined {
  const fields = changed.map(({ field }) => field).filter((field) => field !== 'status');
  if (fields.length === 0) return undefined;
  const names = requirementNames(requirements, 'en').join(', ');
  const summary = [`Requirements changed (${fields.join(', ')})`, names].filter(Boolean).join(': ');
  return summary.slice(0, MAX_SUMMARY_CHARACTERS);
}
