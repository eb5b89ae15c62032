import { editDistance, findPhrase, hasPhrase, normalizeText, phraseWords, type PhrasePlace } from '#text';
import { type Place } from '#pack-kit';
import places from './places.json' with { type: 'json' };

/** The districts in the order of the listings' numbers, each with its areas. */
export const districts: readonly (Place & { areas: Place[] })[] = places;

/** Districts and areas, for finding them in messages. */
export const cyprus: Place[] = districts.flatMap(({ name, spellings, areas }) => [
  { name, spellings },
  ...areas,
]);

const allSpellings = cyprus.flatMap(({ name, spellings }) => [name, ...spellings]);

/** True when a district or area stands among the normalised words. */
export function namesPlace(words: readonly string[]): boolean {
  return hasPhrase(words, allSpellings);
}

/** A district or area with its position among words. */
interface PlaceMention extends PhrasePlace {
  name: string;
}

/** The places in a message, in its order; of overlapping names the longest. */
function placeMentions(words: readonly string[]): PlaceMention[] {
  const found = cyprus.flatMap(({ name, spellings }) =>
    [name, ...spellings].flatMap((spelling) => {
      const at = findPhrase(words, phraseWords(spelling));
      return at ? [{ name, ...at }] : [];
    }),
  );
  const longest = found.filter(
    (one) =>
      !found.some(
        (other) =>
          other.start <= one.start && other.end >= one.end && other.end - other.start > one.end - one.start,
      ),
  );
  return longest.toSorted((one, other) => one.start - other.start);
}

/** The districts and areas that a message names, wanted or not, each once and in its order. */
export function placesNamed(words: readonly string[]): string[] {
  return [...new Set(placeMentions(words).map(({ name }) => name))];
}

const canonicalNames = new Map(
  cyprus.flatMap(({ name, spellings }) =>
    [name, ...spellings].map((text) => [normalizeText(text), name] as const),
  ),
);

/** Words that may stand around a name without being part of it; normalised. */
const AROUND_A_NAME =
  /^(?:the|in|near|around|منطقه|في|مدينه)\s+|\s+(?:district|area|region|town|city|cyprus)$/g;

/** The canonical name of a district or area in any spelling; undefined for an unknown name. */
export function canonicalPlace(text: string): string | undefined {
  const normalized = normalizeText(text);
  return canonicalNames.get(normalized) ?? canonicalNames.get(normalized.replace(AROUND_A_NAME, '').trim());
}

const MAX_SUGGESTIONS = 3;

/** The known names nearest to an unknown one, best first. */
export function nearestPlaces(text: string): string[] {
  const normalized = normalizeText(text);
  const distances = new Map<string, number>();
  for (const [spelling, name] of canonicalNames) {
    const distance = editDistance(normalized, spelling) / Math.max(normalized.length, spelling.length);
    distances.set(name, Math.min(distances.get(name) ?? Infinity, distance));
  }
  const nearest = [...distances].sort(([, left], [, right]) => left - right);
  return nearest.slice(0, MAX_SUGGESTIONS).map(([name]) => name);
}
