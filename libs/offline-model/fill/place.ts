import { arabicForms, normalizedWords } from '#text';
import { type Gazetteer, type Place, type PlaceReader } from '#pack-kit';

interface Spelling {
  words: string[];
  name: string;
}

export function readsPlaces(gazetteer: Gazetteer): gazetteer is PlaceReader {
  return 'find' in gazetteer && !Array.isArray(gazetteer);
}

/**
 * The places of a gazetteer that the message names, in its order; the longest spelling wins at each word. A place that it
 * excludes ("not in Limassol") has a word that nothing reads.
 */
export function findPlaces(text: string, places: readonly Place[]): string[] {
  return [...new Set(namedPlaces(normalizedWords(text), places).map(({ name }) => name))];
}

/** What may stand between places of which any will do: "in Limassol or even in Larnaca". */
const BETWEEN = new Set(
  'or and either both in at near around maybe perhaps even also otherwise او و في قرب ربما حتي ايضا اما'.split(
    ' ',
  ),
);
const JOINS = new Set(['or', 'and', 'او', 'و']);

/** The first place that the message names, and those that "or" or "and" join to it; a list may have commas in between. */
export function alternativePlaces(text: string, places: readonly Place[]): string[] {
  const words = normalizedWords(text);
  const [first, ...others] = namedPlaces(words, places);
  if (!first) return [];
  const joined = [first];
  let isJoined = false;
  for (const place of others) {
    const last = joined.at(-1)!;
    const between = words.slice(last.at + last.length, place.at);
    if (between.some((word) => !BETWEEN.has(word))) break;
    if (between.some((word) => JOINS.has(word)) || (words[place.at] ?? '').startsWith('و')) isJoined = true;
    // "Coral Bay in Paphos" is one place.
    else if (between.length > 0) break;
    joined.push(place);
  }
  return isJoined ? [...new Set(joined.map(({ name }) => name))] : [first.name];
}

interface NamedPlace {
  name: string;
  /** Its first word, and how many it has. */
  at: number;
  length: number;
}

function namedPlaces(words: readonly string[], places: readonly Place[]): NamedPlace[] {
  const spellings = spellingsOf(places);
  const found: NamedPlace[] = [];
  let at = 0;
  while (at < words.length) {
    const spelling = spellings.find((candidate) => standsAt(words, candidate.words, at));
    if (!spelling) {
      at += 1;
      continue;
    }
    const { length } = spelling.words;
    found.push({ name: spelling.name, at, length });
    at += length;
  }
  return found;
}

/** Indexes of the words that belong to names of places, so that they do not count as words of the request. */
export function placeWords(words: readonly string[], places: readonly Place[]): Set<number> {
  return new Set(
    namedPlaces(words, places).flatMap(({ at, length }) =>
      Array.from({ length }, (_, offset) => at + offset),
    ),
  );
}

const known = new WeakMap<readonly Place[], Spelling[]>();

/** All spellings, longest first. */
function spellingsOf(places: readonly Place[]): Spelling[] {
  let spellings = known.get(places);
  if (!spellings) {
    spellings = places
      .flatMap(({ name, spellings: others }) =>
        [name, ...others].map((text) => ({ words: normalizedWords(text), name })),
      )
      .filter(({ words }) => words.length > 0)
      .sort((a, b) => b.words.length - a.words.length);
    known.set(places, spellings);
  }
  return spellings;
}

/** Prepositions are written onto the first word of an Arabic name; "Paphos'" loses its apostrophe to a word "s". */
function standsAt(words: readonly string[], spelling: readonly string[], at: number): boolean {
  return spelling.every((part, offset) => {
    const word = words[at + offset] ?? '';
    return offset === 0 ? arabicForms(word).includes(part) : word === part;
  });
}
