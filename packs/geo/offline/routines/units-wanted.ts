import type { PlaceMention } from '../../schema/places/find-places.ts';
import { municipalityOf } from '../../schema/places/known-places.ts';
import type { GeoPlace } from '../../schema/places/place-matcher.ts';
import { furnitureWanted } from '../../tools/furniture.ts';
import { leftOutOf } from '../../tools/left-out.ts';
import type { RentalUnit } from '../../schema/results.ts';
import type { LeftOutOfFigures } from './figures-told.ts';

/** Those of a list that a message does not leave out, and that are furnished as it wishes. */
export function unitsWanted(units: readonly RentalUnit[], text: string): RentalUnit[] {
  const { places, types } = leftOutOfUnits(units, text);
  const furnished = furnitureWanted(text);
  return units.filter(
    (unit) =>
      !places.some((mention) => liesIn(unit, mention)) &&
      !types.includes(unit.property_type) &&
      (furnished === undefined || unit.furnished === furnished),
  );
}

/** What can be left out of a list. */
export function leftOutOfUnits(units: readonly RentalUnit[], text: string): LeftOutOfFigures {
  const { places = [], types = [] } = leftOutOf(text) ?? {};
  return { places: places.filter((mention) => isKnownOf(units, mention)), types };
}

/** The places that a message leaves out, of which it is not known which homes of a list lie in them. */
export function notOfUnits(units: readonly RentalUnit[], text: string): PlaceMention[] {
  return (leftOutOf(text)?.places ?? []).filter((mention) => !isKnownOf(units, mention));
}

function isKnownOf(units: readonly RentalUnit[], { places }: PlaceMention): boolean {
  return places.every((place) => units.every((unit) => isWithin(unit, place) !== undefined));
}

function liesIn(unit: RentalUnit, { places }: PlaceMention): boolean {
  return places.some((place) => isWithin(unit, place));
}

/** Undefined where that is not known: a home has no project, and a district need not be one that is known here. */
function isWithin(unit: RentalUnit, { type, nameEn, districtEn }: GeoPlace): boolean | undefined {
  switch (type) {
    case 'district':
      return unit.district === nameEn;
    case 'community':
      return unit.community === nameEn;
    case 'project':
      return unit.district === districtEn ? undefined : false;
    case 'municipality': {
      const municipality = municipalityOf(unit.district);
      return municipality === undefined ? undefined : municipality === nameEn;
    }
  }
}
