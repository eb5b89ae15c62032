import { arabicForms, beginsLimit, MAX_READ_CHARACTERS, TIME_WORDS, withDigits } from '#text';
import { elsewhere } from '../schema/places/abu-dhabi.ts';
import { wordsOf, type Word } from '../schema/places/find-places.ts';
import {
  ASKING_FIGURES,
  BEFORE_PLACES,
  NO_PLACES,
  NO_PLACES_BEHIND_PREFIX,
  NO_PLACES_IN_SMALL,
  OF_FIGURES,
  PARTS_OF_AMOUNTS,
  WITH_OWN_LETTER,
} from './no-places.ts';
import { nameWords } from '../schema/places/place-words.ts';

const LONGEST_UNKNOWN_WORDS = 3;
const ELSEWHERE = new Set(elsewhere.map((name) => nameWords(name).join(' ')));

/**
 * What might be the name of a place that nobody knows, as it is written: up to three words behind "in", "at", "for", في, or
 * a ب or ل that is written onto the first of them, up to a number, or a word that tells a limit. In a message with names in
 * capitals a name has one.
 */
export function findUnknownPlace(text: string): string | undefined {
  const read = text.slice(0, MAX_READ_CHARACTERS);
  const words = wordsOf(read);
  const letters = lettersOf(read);
  for (const [index, { word }] of words.entries()) {
    const name = BEFORE_PLACES.has(word)
      ? nameFrom(read, words.slice(index + 1), (next) => mayBeName(read, next, letters, word))
      : nameBehindPrefix(read, words, index);
    if (name !== undefined) return name;
  }
  // "Dubai Marina average price?": known to be none of ours, wherever it stands.
  const at = words.findIndex(({ word }, index) => liesElsewhere(word, words[index + 1]?.word));
  return at < 0 ? undefined : nameFrom(read, words.slice(at), (next) => mayBeName(read, next, letters, 'in'));
}

function nameFrom(text: string, words: readonly Word[], isName: (word: Word) => boolean): string | undefined {
  const name: Word[] = [];
  for (const next of words.slice(0, LONGEST_UNKNOWN_WORDS)) {
    if (isNumber(next.word) || BEFORE_PLACES.has(next.word) || !isName(next) || isNoPlace(text, next)) break;
    name.push(next);
  }
  return name.length > 0 ? text.slice(name[0]!.start, name.at(-1)!.end) : undefined;
}

/** How a message writes names: all of them in capitals, any in small letters, or so only behind "in" and "near". */
type Letters = 'capitals' | 'small' | 'small behind in';

const BEHIND_THESE = new Set(['in', 'near']);

function mayBeName(text: string, { word, start }: Word, letters: Letters, before: string): boolean {
  if (!/^[a-z]/.test(word) || /^\p{Lu}/u.test(text.slice(start))) return true;
  return letters === 'small' || (letters === 'small behind in' && BEHIND_THESE.has(before));
}

const PERSON = /^I(?:['’]\p{L}+)?$/u;

/** Capitals of currencies, of "I", of times, of words such as Villas, and at the beginning of a sentence are of no name. */
function lettersOf(text: string): Letters {
  const capitals = [...text.matchAll(/\p{Lu}[\p{L}\p{M}'’]*/gu)].filter(({ index }) =>
    /[^.!?…:]\s+$/u.test(text.slice(0, index)),
  );
  const isOfName = ([written]: RegExpMatchArray) => {
    const [word = ''] = nameWords(written);
    const isShort = /^\p{Lu}+$/u.test(written) || PERSON.test(written);
    return !isShort && !NO_PLACES.has(word) && !TIME_WORDS.has(word);
  };
  if (capitals.some(isOfName)) return 'capitals';
  return text.split(/\s+/).some((word) => PERSON.test(word)) ? 'small behind in' : 'small';
}

const PREFIXED = /^[بل]\p{Script=Arabic}{3,}$/u;
/** "بالدولار", "بالمزاد": what has the article is how something is done far more often than where. */
const WITH_ARTICLE = /^بال/u;
/** A question of so few words that one of them may be the name. */
const SHORT_WORDS = 4;
/** "Its", "their", "your". "Our" is left out: برشلونا and فيينا end so too. */
export const OF_SOMEBODY = /\p{L}{3}(?:ها|هما|هم|كم)$/u;
/** "بترتفع", "بينزل": a verb, as it is spoken. */
const SPOKEN_VERB = /^ب[تي]/u;

/**
 * "تمت بدبي", "المبيعات بأتلانتس", "مبيعات للشارقة": "in" and "for" are written onto the name. Many words begin with these
 * letters, and as many are written behind them: besides the names that are known to lie elsewhere, only what ب stands on
 * directly behind a word of figures may be a place, in a question for figures.
 */
function nameBehindPrefix(text: string, words: readonly Word[], index: number): string | undefined {
  const [before, first, next] = [words[index - 1], words[index], words[index + 1]];
  if (!first || !PREFIXED.test(first.word)) return undefined;
  const isWhole = ELSEWHERE.has(first.word);
  const bare = withoutPrefix(first.word);
  const isKnown = isWhole || liesElsewhere(bare, next?.word);
  if (
    !isKnown &&
    (!isOfFigures(before) || !asksFigures(words) || isNoName(first.word, bare) || isNoun(bare, before, next))
  )
    return undefined;
  const name = nameFrom(text, words.slice(index), (following) => mayBeName(text, following, 'small', ''));
  return isWhole ? name : name && withoutPrefix(name);
}

/** A name of a place of which it is known that it is none of ours, or the first two words of it. */
export function liesElsewhere(word: string, next = ''): boolean {
  return ELSEWHERE.has(word) || ELSEWHERE.has(`${word} ${next}`);
}

function isOfFigures(word: Word | undefined): boolean {
  return word !== undefined && arabicForms(word.word).some((form) => OF_FIGURES.has(form));
}

function asksFigures(words: readonly Word[]): boolean {
  return words.length <= SHORT_WORDS || words.some(({ word }) => ASKING_FIGURES.has(word));
}

function isNoName(word: string, bare: string): boolean {
  if (!word.startsWith('ب') || WITH_ARTICLE.test(word)) return true;
  if (WITH_OWN_LETTER.has(word) || OF_SOMEBODY.test(word) || SPOKEN_VERB.test(word)) return true;
  return arabicForms(bare).some((form) => NO_PLACES_BEHIND_PREFIX.has(form));
}

/** Nouns of a deed, by their forms: توقيع, اتفاق, اقتراح, استثناء, انتداب. Names from other languages hardly fit them. */
const NOUN_OF_DEED =
  /^(?:ت\p{L}{2}ي\p{L}|ات\p{L}ا\p{L}|ا\p{L}ت\p{L}ا\p{L}|است\p{L}{2}ا\p{L}?|ان\p{L}{2}ا\p{L})$/u;
const ENDS_AS_NOUN = /\p{L}{2}ه$/u;
/** "Were made", "were entered": what stands behind is how far more often than behind sales and deals. */
const OF_DEEDS = new Set(['تمت', 'تم', 'جرت', 'حدثت', 'حصلت', 'سجلت', 'نفذت']);
/** "هافانا القديمة": hardly a word of the language ends so, and its adjective is that of a city. */
const ENDS_AS_NAME = /\p{L}{4}ا$/u;

/**
 * "ببطاقة الهوية", "بموافقة البنك", "بتوقيع": by its form a word of the language and no foreign name. It names a deed, ends
 * in ة behind what was done, or has a word with the article behind it that it belongs to, which is no time.
 */
function isNoun(bare: string, before: Word | undefined, next: Word | undefined): boolean {
  const isDone = arabicForms(before?.word ?? '').some((form) => OF_DEEDS.has(form));
  if (NOUN_OF_DEED.test(bare) || (isDone && ENDS_AS_NOUN.test(bare))) return true;
  if (next === undefined || !/^ال\p{L}{2}/u.test(next.word) || isTime(next.word)) return false;
  return !(ENDS_AS_NAME.test(bare) && next.word.endsWith('ه'));
}

function isTime(word: string): boolean {
  return arabicForms(word).some((form) => TIME_WORDS.has(form) || NO_PLACES.has(form));
}

/** "للشارقة" is "to الشارقة". */
function withoutPrefix(written: string): string {
  return written.startsWith('لل') ? `ال${written.slice(2)}` : written.slice(1);
}

export function isNumber(word: string): boolean {
  return /\d/.test(withDigits(word)) || arabicForms(word).some((form) => PARTS_OF_AMOUNTS.has(form));
}

/** "بالإيجار" and "وشقق" end a name as well as "الإيجار" and "شقق" do, and so does what begins a limit. */
export function isNoPlace(text: string, { word, start, end }: Word): boolean {
  const written = text.slice(start, end);
  if (NO_PLACES_IN_SMALL.has(word) && !/^\p{Lu}/u.test(written)) return true;
  if (beginsLimit(written, text.slice(end))) return true;
  return arabicForms(word).some((form) => NO_PLACES.has(form) || TIME_WORDS.has(form));
}
