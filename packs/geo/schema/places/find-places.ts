import { MAX_READ_CHARACTERS, normalizeText } from '#text';
import { isTelling } from './place-keys.ts';
import { knownMatcher } from './known-places.ts';
import type { GeoPlace, PlaceMatcher } from './place-matcher.ts';
import { nameWords } from './place-words.ts';

/** A place as a message names it. */
export interface PlaceMention {
  /** As it is written there. */
  written: string;
  /** Every place of that name. */
  places: readonly GeoPlace[];
  /** Where it stands, and where it ends. */
  start: number;
  end: number;
}

/** A word of a message, and where it stands there. */
export interface Word {
  /** As `nameWords` gives it. */
  word: string;
  start: number;
  end: number;
}

const LONGEST_NAME_WORDS = 5;
const WORD = /[\p{L}\p{N}\p{M}'’]+/gu;

const list = (words: string) => new Set(words.split(/\s+/).map(normalizeText));

const found = new WeakMap<PlaceMatcher, Map<string, PlaceMention[]>>();
const MAX_KNOWN_MESSAGES = 200;

/** The places that a message names for sure, in its order, each once; the longest name wins (geo pack, 5.4). */
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

/** Of "at the Yas Island" the name is Yas Island, although "at" and "the" are spelled like articles. */
const NOT_FIRST = list('the at an as');

function sameWords(left: string, right: string): boolean {
  return nameWords(left).join(' ') === nameWords(right).join(' ');
}

export function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: written, index }) =>
    nameWords(written).map((word) => ({ word, start: index, end: index + written.length })),
  );
}

/** True when a place is named, or perhaps is: what the search for places is offered for. */
export function hasPlaceCue(text: string): boolean {
  return findPlaces(text).length > 0 || PLACE_CUE.test(text.slice(0, MAX_READ_CHARACTERS));
}

/** A word behind in, at, for, of, near, between; Arabic writes "in" and "for" onto it, too. */
const PLACE_CUE =
  /(?<!\p{L})(?:(?:in|at|for|of|near|between)\s+\p{L}|(?:في|بين)\s+\p{L}|[بل](?:ال)?[\u0621-\u064A]{3})/iu;
