import type { PhrasePlace } from '#text';
import type { ReadMessage } from '../message.ts';
import { FIRST, GREETING, NEWEST, OLDEST, placeOf, POLITE } from './data-words.ts';

/** What a message begins with instead of a verb: "top 5", "newest". */
export interface Ranking {
  place: PhrasePlace;
  counted: boolean;
}

/**
 * "Top 5 feature requests", "newest 3 deals": rows are wanted, without a verb. Without a number only members of the office
 * mean records by that.
 */
export function rankBefore({ words }: ReadMessage): Ranking | undefined {
  const place = placeOf(words, [...FIRST, ...NEWEST, ...OLDEST]);
  if (!place || !words.slice(0, place.start).every((word) => POLITE.has(word) || GREETING.has(word)))
    return undefined;
  return { place, counted: /^\d+$/.test(words[place.end] ?? '') };
}

/** Right behind a name they make a statement of it: "the last 3 conversations were awful". */
const SAYS = new Set(
  `is are am was were isn aren wasn weren be been has have had hasn haven hadn do does did don doesn didn will won would wouldn
   can cannot could couldn should may might must need needs needed want wants wanted like likes go goes went come came fell fall
   falls look looks looked seem seems seemed feel feels felt
   كان كانت كانوا ليس ليست لم لن لا تبدو يبدو`.split(/\s+/),
);
const PERSONS = new Set('i you he she it we they'.split(' '));
/** "The latest deals we have" are rows all the same. */
const OWNING = new Set('have has had got'.split(' '));

/** A verb, or who does something, stands behind the name of the records. */
export function tellsOfThem(words: readonly string[], named: readonly PhrasePlace[]): boolean {
  return named.some(({ end }) => {
    const next = words[end] ?? '';
    return SAYS.has(next) || (PERSONS.has(next) && !OWNING.has(words[end + 1] ?? ''));
  });
}
