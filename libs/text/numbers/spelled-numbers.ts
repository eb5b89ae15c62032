import { normalizeText } from '../normalize-text.ts';
import { withWaterMarked } from './arabic-hundred.ts';

/** Two to nineteen. All lists in this file are normalised. "One" is missing, because it is rarely a count. */
export const SPELLED_UNITS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  اثنان: 2,
  اثنين: 2,
  اثنتان: 2,
  اثنتين: 2,
  ثلاث: 3,
  ثلاثه: 3,
  اربع: 4,
  اربعه: 4,
  خمس: 5,
  خمسه: 5,
  ست: 6,
  سته: 6,
  سبع: 7,
  سبعه: 7,
  ثمان: 8,
  ثماني: 8,
  ثمانيه: 8,
  تسع: 9,
  تسعه: 9,
  عشر: 10,
  عشره: 10,
};
export const SPELLED_TENS: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fourty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  عشرون: 20,
  عشرين: 20,
  ثلاثون: 30,
  ثلاثين: 30,
  اربعون: 40,
  اربعين: 40,
  خمسون: 50,
  خمسين: 50,
  ستون: 60,
  ستين: 60,
  سبعون: 70,
  سبعين: 70,
  ثمانون: 80,
  ثمانين: 80,
  تسعون: 90,
  تسعين: 90,
};
export const SPELLED_HUNDREDS: Readonly<Record<string, number>> = {
  ميه: 100,
  مايه: 100,
  ميتين: 200,
  ميتان: 200,
  مايتين: 200,
  مايتان: 200,
};
/** The first half of eleven and twelve in Arabic: أحد عشر, اثنا عشر. The first halves of thirteen to nineteen are units. */
export const ARABIC_TEENS: Readonly<Record<string, number>> = {
  احد: 1,
  احدي: 1,
  اثنا: 2,
  اثني: 2,
  اثنتا: 2,
  اثنتي: 2,
};
export const ARABIC_TEN: ReadonlySet<string> = new Set(['عشر', 'عشره']);
const DOZEN = 12;
/** Maximum number of words of a number, as in "two hundred and twenty five". */
const MAX_WORDS = 5;
/** Nouns that "a couple" counts without "of": "a couple days". Otherwise a couple is two people. */
const COUNTED_BY_COUPLE: ReadonlySet<string> = new Set(
  `more hours days nights weeks weekends months years minutes times hundred thousand million k rooms bedrooms beds bathrooms
   kids children people employees orders calls mails emails questions things options places homes flats apartments villas houses`
    .split(/\s+/)
    .filter(Boolean),
);

interface Word {
  word: string;
  start: number;
  end: number;
}

const known = (table: Readonly<Record<string, number>>, word: string | undefined): number | undefined =>
  word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;

/** A number and its length in words. */
type Spelled = { value: number; size: number } | undefined;

/**
 * Replaces numbers in words by digits: "twenty-five of us" becomes "25 of us", "خمسة عشر موظفا" becomes "15 موظفا". "One"
 * stays, because it is rarely a count, and so do thousands and millions, which the reader of amounts handles.
 */
export function withDigits(written: string): string {
  const text = withWaterMarked(written);
  const words: Word[] = [...text.matchAll(/\p{L}[\p{L}\p{M}]*/gu)].map(({ 0: word, index }) => ({
    word: normalizeText(word),
    start: index,
    end: index + word.length,
  }));
  let result = '';
  let from = 0;
  for (let at = 0; at < words.length;) {
    const { spelled, first } = spelledFrom(words, at, text);
    const last = words[at + (spelled?.size ?? 1) - 1];
    if (spelled && first && last) {
      result += text.slice(from, first.start) + String(spelled.value);
      from = last.end;
    }
    at += spelled?.size ?? 1;
  }
  return result + text.slice(from);
}

/** "بثلاثة ملايين" is "for three million": the preposition is attached to the number and stays before its digits. */
function spelledFrom(
  words: readonly Word[],
  at: number,
  text: string,
): { spelled: Spelled; first: Word | undefined } {
  const first = words[at];
  const spelled = spelledAt(words, at, text);
  if (spelled || !first?.word.startsWith('ب')) return { spelled, first };
  const bare = { ...first, word: first.word.slice(1), start: first.start + 1 };
  return { spelled: spelledAt([bare, ...words.slice(at + 1, at + MAX_WORDS)], 0, text), first: bare };
}

/** Returns the word at an offset; undefined if anything except spaces and hyphens is between the words. */
type WordAt = (offset: number) => string | undefined;

function spelledAt(words: readonly Word[], at: number, text: string): Spelled {
  const isApart = (index: number) => !/^[\s-]*$/.test(text.slice(words[index - 1]?.end, words[index]?.start));
  const next: WordAt = (offset) => {
    for (let index = at + 1; index <= at + offset; index += 1) if (isApart(index)) return undefined;
    return words[at + offset]?.word;
  };
  const from =
    (start: number): WordAt =>
    (offset) =>
      next(start + offset);
  const hundreds = hundredsAt(next);
  if (!hundreds) return dozensAt(next) ?? belowHundred(next);
  const joined = next(hundreds.size) === 'and' ? 1 : 0;
  const rest = belowHundred(from(hundreds.size + joined)) ?? joinedInArabic(from(hundreds.size));
  if (!rest || rest.value >= 100) return hundreds;
  return { value: hundreds.value + rest.value, size: hundreds.size + joined + rest.size };
}

function dozensAt(word: WordAt): Spelled {
  if (word(0) === 'half' && word(1) === 'a' && word(2) === 'dozen') return { value: DOZEN / 2, size: 3 };
  if (word(0) === 'dozen') return { value: DOZEN, size: 1 };
  const count = known(SPELLED_UNITS, word(0));
  if (count !== undefined && word(1) === 'dozen') return { value: count * DOZEN, size: 2 };
  if (word(0) !== 'couple') return undefined;
  if (word(1) === 'of') return { value: 2, size: 2 };
  return COUNTED_BY_COUPLE.has(word(1) ?? '') ? { value: 2, size: 1 } : undefined;
}

function hundredsAt(word: WordAt): Spelled {
  if (word(0) === 'hundred') return { value: 100, size: 1 };
  const unit = word(0) === 'one' ? 1 : known(SPELLED_UNITS, word(0));
  const isHundred = word(1) === 'hundred' || known(SPELLED_HUNDREDS, word(1)) === 100;
  if (unit !== undefined && unit < 20 && isHundred) return { value: unit * 100, size: 2 };
  const alone = known(SPELLED_HUNDREDS, word(0));
  return alone === undefined ? undefined : { value: alone, size: 1 };
}

function belowHundred(word: WordAt): Spelled {
  const first = word(0);
  const second = word(1);
  const teen = known(ARABIC_TEENS, first) ?? known(SPELLED_UNITS, first);
  if (teen !== undefined && teen < 10 && ARABIC_TEN.has(second ?? '')) return { value: teen + 10, size: 2 };
  const unit = known(SPELLED_UNITS, first);
  // خمسة وعشرون is twenty-five.
  const tens = second?.startsWith('و') ? known(SPELLED_TENS, second.slice(1)) : undefined;
  if (unit !== undefined && unit < 10 && tens !== undefined) return { value: unit + tens, size: 2 };
  const round = known(SPELLED_TENS, first);
  const more = second === 'one' ? 1 : known(SPELLED_UNITS, second);
  if (round !== undefined && more !== undefined && more < 10) return { value: round + more, size: 2 };
  const alone = unit ?? round;
  return alone === undefined ? undefined : { value: alone, size: 1 };
}

/** مئة وعشرون: in Arabic, "and" is attached to the part after the hundreds. */
function joinedInArabic(word: WordAt): Spelled {
  const first = word(0);
  return first?.startsWith('و')
    ? belowHundred((offset) => (offset === 0 ? first.slice(1) : word(offset)))
    : undefined;
}
