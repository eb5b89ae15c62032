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
 * The places of a gazetteer in the message, in order. The longest spelling wins at each word. An excluded place ("not in
 * Limassol") has an unread word.
 */
export function findPlaces(text: string, places: readonly Place[]): string[] {
  return [...new Set(namedPlaces(normalizedWords(text), places).map(({ name }) => name))];
}

/** Words between alternative places: "in Limassol or even in Larnaca". */
const BETWEEN = new Set(
  'or and either both in at near around maybe perhaps even also otherwise او و في قرب ربما حتي ايضا اما'.split(
    ' ',
  ),
);
const JOINS = new Set(['or', 'and', 'او', 'و']);

/** The first place in the message, and those joined to it by "or", "and" or, for a list, commas. */
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
  /** Index of its first word, and its number of words. */
  at: number;
  length: number;
}

function namedPlaces(words: readonly string[], places: readonly Place[]): NamedPlace[] {
  const spellings = spellingsOf(places);
  const found: NamedPlace[] = [];
  let at = 0;
  while (at < words.length) {
    const spelling = spellings.find((candidate) => isAt(words, candidate.words, at));
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

/** Indexes of words in names of places, which do not count as words of the request. */
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

/** True if the spelling is at the index. Allows for prepositions attached to the first word of an Arabic name, and the possessive "s", which is a separate word after normalising. */
function isAt(words: readonly string[], spelling: readonly string[], at: number): boolean {
  return spelling.every((part, offset) => {
    const word = words[at + offset] ?? '';
    return offset === 0 ? arabicForms(word).includes(part) : word === part;
  });
}
