import {
  arabicForms,
  beginsLimit,
  MAX_READ_CHARACTERS,
  normalizeText,
  TIME_WORDS,
  withDigits,
} from '#tools/light';
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
}

interface Word {
  /** As `nameWords` gives it. */
  word: string;
  start: number;
  end: number;
}

const LONGEST_NAME_WORDS = 5;
const LONGEST_UNKNOWN_WORDS = 3;
const WORD = /[\p{L}\p{N}\p{M}'’]+/gu;

const list = (words: string) => new Set(words.split(/\s+/).map(normalizeText));

/** What stands before the name of a place. */
const BEFORE_PLACES = list('in at for of near on around about في بين عن');
/** What stands there too and begins no name. */
const NO_PLACES = list(
  `renting leasing buying selling owning living moving there here the a an my our your his her its their this that these those any some all each every other another which what it them us me you
   total cash general euro aed dirham dirhams usd english arabic budget price prices year years month months quarter today now
   sale sales rent rents rental rentals lease leases growth trend trends supply stock inventory construction deals deal transactions transaction villas villa apartments apartment flats flat townhouses townhouse land
   plots homes houses units unit studio studios bedroom bedrooms number value district districts area areas community communities
   municipality municipalities region regions city cities emirate uae country place places market project projects most least top
   first second third fourth fifth last one ones
   offer average record present least hand stock mind detail details particular fact addition case order time times demand supply
   investment example instance free sure reference comparison terms need needs short long future past square metre meter
   سنه عام شهر السنه العام الشهر خلال الاماره اماره الامارات الدوله المنطقه المناطق منطقه مناطق البلديه بلديه مدينه المدينه مجتمع
   المجتمعات كل جميع هذا هذه المبيعات مبيعات البيع الايجار ايجار السوق درهم الدراهم ميزانيه حدود الشقق شقق الفلل فلل الاراضي اراضي
   الاول الاولي الثاني الثانيه الثالث الثالثه الرابع الرابعه الخامس الخامسه الاخير الاخيره الوحدات وحدات عدد قيمه اجمالي الصفقات صفقات المعاملات معاملات الايجارات ايجارات الاسعار اسعار السعر المعروض معروض المخزون الاستئجار البيانات بيانات المشروع المشاريع حي الاحياء احياء هناك هنا
   غرفه غرفتين غرفتان غرف نوم استوديو ستوديو مفروشه مفروش او مع بدون`,
);

/** In small letters these begin or go on with no name; in capitals they may: "Bed Stuy", "Brighton And Hove". */
const NO_PLACES_IN_SMALL = list('and or but with without room rooms bed beds furnished');

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
  return mentions.map(({ written, places }) => ({ written, places }));
}

function longestAt(text: string, words: readonly Word[], at: number, matcher: PlaceMatcher) {
  const most = Math.min(LONGEST_NAME_WORDS, words.length - at);
  for (let length = most; length > 0; length -= 1) {
    const some = words.slice(at, at + length);
    if (NOT_FIRST.has(some[0]!.word)) continue;
    if (some.every(({ word }) => !isTelling(word, matcher.vocabulary))) continue;
    const places = matcher.placesNamed(some.map(({ word }) => word));
    if (places.length > 0) return { written: text.slice(some[0]!.start, some.at(-1)!.end), places, length };
  }
  return undefined;
}

/** Of "at the Yas Island" the name is Yas Island, although "at" and "the" are spelled like articles. */
const NOT_FIRST = list('the at an as');

function sameWords(left: string, right: string): boolean {
  return nameWords(left).join(' ') === nameWords(right).join(' ');
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: written, index }) =>
    nameWords(written).map((word) => ({ word, start: index, end: index + written.length })),
  );
}

/**
 * What might be the name of a place that nobody knows, as it is written: up to three words behind "in", "at", "for" or في,
 * up to a number, or a word that tells a limit. In a message with capitals a name has one.
 */
export function findUnknownPlace(text: string): string | undefined {
  const read = text.slice(0, MAX_READ_CHARACTERS);
  const words = wordsOf(read);
  const capitals = /\p{Lu}.*\s\p{Lu}|\s\p{Lu}/u.test(read);
  for (const [index, { word }] of words.entries()) {
    if (!BEFORE_PLACES.has(word)) continue;
    const name: Word[] = [];
    for (const next of words.slice(index + 1, index + 1 + LONGEST_UNKNOWN_WORDS)) {
      const isLatin = /^[a-z]/.test(next.word);
      const isName = !isLatin || !capitals || /^\p{Lu}/u.test(read.slice(next.start));
      if (isNumber(next.word) || BEFORE_PLACES.has(next.word) || !isName || isNoPlace(read, next)) break;
      name.push(next);
    }
    if (name.length > 0) return read.slice(name[0]!.start, name.at(-1)!.end);
  }
  return undefined;
}

/** "For two million", "for half a million". */
const PARTS_OF_AMOUNTS = list(
  'thousand million millions billion half quarter الف الاف مليون مليونين ملايين نصف نص ربع',
);

function isNumber(word: string): boolean {
  return /\d/.test(withDigits(word)) || PARTS_OF_AMOUNTS.has(word);
}

/** "بالإيجار" and "وشقق" end a name as well as "الإيجار" and "شقق" do, and so does what begins a limit. */
function isNoPlace(text: string, { word, start, end }: Word): boolean {
  const written = text.slice(start, end);
  if (NO_PLACES_IN_SMALL.has(word) && !/^\p{Lu}/u.test(written)) return true;
  if (beginsLimit(written, text.slice(end))) return true;
  return arabicForms(word).some((form) => NO_PLACES.has(form) || TIME_WORDS.has(form));
}

/** True when a place is named, or perhaps is: what the search for places is offered for. */
export function hasPlaceCue(text: string): boolean {
  return findPlaces(text).length > 0 || PLACE_CUE.test(text.slice(0, MAX_READ_CHARACTERS));
}

/** A word behind in, at, for, of, near, between; Arabic writes "in" and "for" onto it, too. */
const PLACE_CUE =
  /(?<!\p{L})(?:(?:in|at|for|of|near|between)\s+\p{L}|(?:في|بين)\s+\p{L}|[بل](?:ال)?[\u0621-\u064A]{3})/iu;
