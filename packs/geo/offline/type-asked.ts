import { arabicForms, normalizedWords } from '#text';
import { findPlaces } from '../schema/places/find-places.ts';
import { placeTypes, type PlaceType } from '../schema/places/place-matcher.ts';

const WORDS: Readonly<Record<PlaceType, readonly string[]>> = {
  district: ['district', 'منطقه', 'المنطقه', 'حي'],
  municipality: ['municipality', 'بلديه', 'البلديه'],
  community: ['community', 'مجتمع', 'المجتمع'],
  project: ['project', 'مشروع', 'المشروع'],
};
/** "The project called Coral Gate", "the district of Hili". */
const BETWEEN = new Set(['of', 'called', 'named', 'the', 'اسمه', 'اسمها']);
const MAX_BETWEEN = 2;

/**
 * The type that a message says its one place is of: "the Coral Gate project", "مشروع بوابة المرجان". None where the word
 * stands apart from the name ("which district is Coral Gate in?"), or no place of that name is of the type.
 */
export function placeTypeAsked(text: string): PlaceType | undefined {
  const [mention, ...others] = findPlaces(text);
  if (!mention || others.length > 0) return undefined;
  const before = normalizedWords(text.slice(0, mention.start)).toReversed();
  const lead = before.slice(0, MAX_BETWEEN + 1).find((word) => !BETWEEN.has(word));
  const [behind] = normalizedWords(text.slice(mention.end));
  // "لمنطقة" is "of the district".
  const said = [lead, behind, ...normalizedWords(mention.written)].flatMap((word) =>
    word === undefined ? [] : arabicForms(word),
  );
  return placeTypes.find(
    (type) =>
      said.some((word) => WORDS[type].includes(word)) && mention.places.some((place) => place.type === type),
  );
}
