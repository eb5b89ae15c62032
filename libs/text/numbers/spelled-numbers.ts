import { normalizeText } from '../normalize-text.ts';
import { withWaterMarked } from './arabic-hundred.ts';
import { valueIn } from './value-in.ts';

/** Values of words: the first word is two steps, each further one is a step more. `/` separates words of equal value. */
const valuesOf = (words: string, step: number): Readonly<Record<string, number>> =>
  Object.fromEntries(
    words.split(/\s+/).flatMap((same, at) => same.split('/').map((word) => [word, (at + 2) * step])),
  );

/** Two to nineteen. All lists in this file are normalised. "One" is missing, because it is rarely a count. */
export const SPELLED_UNITS = valuesOf(
  `two/اثنان/اثنين/اثنتان/اثنتين three/ثلاث/ثلاثه four/اربع/اربعه five/خمس/خمسه six/ست/سته
   seven/سبع/سبعه eight/ثمان/ثماني/ثمانيه nine/تسع/تسعه ten/عشر/عشره eleven twelve thirteen fourteen
   fifteen sixteen seventeen eighteen nineteen`,
  1,
);
export const SPELLED_TENS = valuesOf(
  `twenty/عشرون/عشرين thirty/ثلاثون/ثلاثين forty/fourty/اربعون/اربعين fifty/خمسون/خمسين sixty/ستون/ستين
   seventy/سبعون/سبعين eighty/ثمانون/ثمانين ninety/تسعون/تسعين`,
  10,
);
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
  const rest =
    belowHundred(from(hundreds.size + joined)) ??
    joinedInArabic(from(hundreds.size)) ??
    (joined > 0 && next(hundreds.size + 1) === 'one' ? { value: 1, size: 1 } : undefined);
  if (!rest || rest.value >= 100) return hundreds;
  return { value: hundreds.value + rest.value, size: hundreds.size + joined + rest.size };
}

function dozensAt(word: WordAt): Spelled {
  if (word(0) === 'half' && word(1) === 'a' && word(2) === 'dozen') return { value: DOZEN / 2, size: 3 };
  if (word(0) === 'dozen') return { value: DOZEN, size: 1 };
  const count = valueIn(SPELLED_UNITS, word(0));
  if (count !== undefined && word(1) === 'dozen') return { value: count * DOZEN, size: 2 };
  if (word(0) !== 'couple') return undefined;
  if (word(1) === 'of') return { value: 2, size: 2 };
  return COUNTED_BY_COUPLE.has(word(1) ?? '') ? { value: 2, size: 1 } : undefined;
}

function hundredsAt(word: WordAt): Spelled {
  if (word(0) === 'hundred') return { value: 100, size: 1 };
  const unit = word(0) === 'one' ? 1 : valueIn(SPELLED_UNITS, word(0));
  const isHundred = word(1) === 'hundred' || valueIn(SPELLED_HUNDREDS, word(1)) === 100;
  if (unit !== undefined && unit < 20 && isHundred) return { value: unit * 100, size: 2 };
  const alone = valueIn(SPELLED_HUNDREDS, word(0));
  return alone === undefined ? undefined : { value: alone, size: 1 };
}

function belowHundred(word: WordAt): Spelled {
  const first = word(0);
  const second = word(1);
  const teen = valueIn(ARABIC_TEENS, first) ?? valueIn(SPELLED_UNITS, first);
  if (teen !== undefined && teen < 10 && ARABIC_TEN.has(second ?? '')) return { value: teen + 10, size: 2 };
  const unit = valueIn(SPELLED_UNITS, first);
  // خمسة وعشرون is twenty-five.
  const tens = second?.startsWith('و') ? valueIn(SPELLED_TENS, second.slice(1)) : undefined;
  if (unit !== undefined && unit < 10 && tens !== undefined) return { value: unit + tens, size: 2 };
  const round = valueIn(SPELLED_TENS, first);
  const more = second === 'one' ? 1 : valueIn(SPELLED_UNITS, second);
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
