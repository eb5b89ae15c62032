import { isStopWord, stem, wordsOf } from '../lexemes.ts';
import { englishStem } from './english-stem.ts';

/** A word of a text as it is searched for. */
export interface SearchWord {
  /** As it stands in the folded text, for people. */
  word: string;
  term: string;
  /** Pieces of the word, where its endings are beyond a light stemmer. */
  grams: string[];
}

const GRAM_LETTERS = 3;
/** Scripts without spaces between words: a run of letters is a sentence, and two of them are about a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const UNSPACED_GRAM_LETTERS = 2;

const MONTHS = [
  'january jan يناير',
  'february feb فبراير',
  'march مارس',
  'april apr ابريل',
  'may مايو',
  'june jun يونيو',
  'july jul يوليو',
  'august aug اغسطس',
  'september sept sep سبتمبر',
  'october oct اكتوبر',
  'november nov نوفمبر',
  'december dec ديسمبر',
];
const MONTH_OF = new Map(MONTHS.flatMap((names, at) => names.split(' ').map((name) => [name, at + 1])));
/** In small letters it is mostly the verb. */
const MAY_AS_MONTH = /(?<=\S\s+|^\d+\s*)May\b|\bMay(?=,?\s+\d)/;

/**
 * The words of a text that carry meaning, in order, repeated ones too. Months are the same word in every language and
 * length; what is neither English nor a number has its pieces besides.
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

/** Pieces of three letters with the ends of the word marked, of two where words are not parted. */
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
