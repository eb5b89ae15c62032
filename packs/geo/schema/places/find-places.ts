import { MAX_READ_CHARACTERS, normalizeText } from '#text';
import { isTelling } from './place-keys.ts';
import { knownMatcher } from './known-places.ts';
import type { GeoPlace, PlaceMatcher } from './place-matcher.ts';
import { nameWords } from './place-words.ts';

/** A name of a place in a message. */
export interface PlaceMention {
  /** The words of the message. */
  written: string;
  /** All places with that name. */
  places: readonly GeoPlace[];
  /** Offsets in the message. */
  start: number;
  end: number;
}

/** A word of a message with its offsets. */
export interface Word {
  /** Normalised by `nameWords`. */
  word: string;
  start: number;
  end: number;
}

const LONGEST_NAME_WORDS = 5;
const WORD = /[\p{L}\p{N}\p{M}'’]+/gu;

const list = (words: string) => new Set(words.split(/\s+/).map(normalizeText));

const found = new WeakMap<PlaceMatcher, Map<string, PlaceMention[]>>();
const MAX_KNOWN_MESSAGES = 200;

/** Places that a message names with a score of at least 0.90, in order, each once. The longest name wins. */
export function findPlaces(text: string, matcher: PlaceMatcher = knownMatcher): PlaceMention[] {
  const known = found.get(matcher) ?? new Map<string, PlaceMention[]>();
  found.set(matcher, known);
  const before = known.get(text);
  if (before) return before;
  const mentions = readPlaces(text.slice(0, MAX_READ_CHARACTERS), matcher);
  if (known.size >= MAX_KNOWN_MESSAGES) known.clear();
  known.set(text, mentions);
  return mentions;
}

function readPlaces(text: string, matcher: PlaceMatcher): PlaceMention[] {
  const words = wordsOf(text);
  const mentions: PlaceMention[] = [];
  let at = 0;
  while (at < words.length) {
    const mention = longestAt(text, words, at, matcher);
    if (mention && !mentions.some((other) => sameWords(other.written, mention.written)))
      mentions.push(mention);
    at += mention?.length ?? 1;
  }
  return mentions.map(({ written, places, start, end }) => ({ written, places, start, end }));
}

function longestAt(text: string, words: readonly Word[], at: number, matcher: PlaceMatcher) {
  const most = Math.min(LONGEST_NAME_WORDS, words.length - at);
  for (let length = most; length > 0; length -= 1) {
    const some = words.slice(at, at + length);
    if (NOT_FIRST.has(some[0]!.word)) continue;
    if (some.every(({ word }) => !isTelling(word, matcher.vocabulary))) continue;
    const places = matcher.placesNamed(some.map(({ word }) => word));
    const [start, end] = [some[0]!.start, some.at(-1)!.end];
    if (places.length > 0) return { written: text.slice(start, end), places, start, end, length };
  }
  return undefined;
}

/** Articles of names that begin no name: "at the Yas Island" names Yas Island. */
const NOT_FIRST = list('the at an as');

function sameWords(left: string, right: string): boolean {
  return nameWords(left).join(' ') === nameWords(right).join(' ');
}

export function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: written, index }) =>
    nameWords(written).map((word) => ({ word, start: index, end: index + written.length })),
  );
}

/** True when a message names a place or may name one. The search for places is offered for it. */
export function hasPlaceCue(text: string): boolean {
  return findPlaces(text).length > 0 || PLACE_CUE.test(text.slice(0, MAX_READ_CHARACTERS));
}

/** A word after in, at, for, of, near or between. In Arabic, "in" and "for" may be prefixes of the word. */
const PLACE_CUE =
  /(?<!\p{L})(?:(?:in|at|for|of|near|between)\s+\p{L}|(?:في|بين)\s+\p{L}|[بل](?:ال)?[\u0621-\u064A]{3})/iu;
