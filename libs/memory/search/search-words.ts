import { stem } from '#text';
import { isStopWord, wordsOf } from '../lexemes.ts';
import { englishStem } from './english-stem.ts';

/** A word of a text with its search terms. */
export interface SearchWord {
  /** The normalised word, for display. */
  word: string;
  term: string;
  /** Character n-grams, for languages whose inflection a light stemmer does not cover. */
  grams: string[];
}

const GRAM_LETTERS = 3;
/** Scripts without spaces between words. Two letters are about a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const UNSPACED_GRAM_LETTERS = 2;

const MONTHS = (
  'january jan يناير, february feb فبراير, march مارس, april apr ابريل, may مايو, june jun يونيو, ' +
  'july jul يوليو, august aug اغسطس, september sept sep سبتمبر, october oct اكتوبر, november nov نوفمبر, december dec ديسمبر'
).split(', ');
const MONTH_OF = new Map(MONTHS.flatMap((names, at) => names.split(' ').map((name) => [name, at + 1])));
/** Matches the month May. In lower case "may" is mostly the verb. */
const MAY_AS_MONTH = /(?<=\S\s+|^\d+\s*)May\b|\bMay(?=,?\s+\d)/;

/**
 * The content words of a text, in order, with repetitions. Months have the same term in both languages and when
 * abbreviated. Words that are neither English nor numbers also have n-grams.
 */
export function searchWordsOf(text: string): SearchWord[] {
  const monthOfMay = MAY_AS_MONTH.test(text);
  return wordsOf(text).flatMap((word) => {
    const month = word === 'may' && !monthOfMay ? undefined : MONTH_OF.get(word);
    if (month !== undefined) return [{ word, term: `month ${month}`, grams: [] }];
    if (isStopWord(word) || (word.length < 2 && !/\d/.test(word) && !UNSPACED.test(word))) return [];
    if (/^[a-z]+$/.test(word)) return [{ word, term: englishStem(word), grams: [] }];
    return [{ word, term: stem(word), grams: /\d/.test(word) ? [] : gramsOf(word) }];
  });
}

/** N-grams of three letters with marked word boundaries, or of two letters in scripts without spaces. */
function gramsOf(word: string): string[] {
  const unspaced = UNSPACED.test(word);
  const letters = Array.from(unspaced ? word : `<${stem(word)}>`);
  const size = unspaced ? UNSPACED_GRAM_LETTERS : GRAM_LETTERS;
  if (/^\p{Script=Latin}/u.test(word) || letters.length < size) return [];
  return [
    ...new Set(
      letters.slice(0, letters.length - size + 1).map((_, at) => letters.slice(at, at + size).join('')),
    ),
  ];
}
