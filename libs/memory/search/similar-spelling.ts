import { stem } from '#text';
import { wordsOf as allWordsOf } from '../lexemes.ts';
import { searchWordsOf } from './search-words.ts';

/** Minimum length of compared words. Shorter words are too often similar by chance. */
const MIN_LETTERS = 4;
/** Minimum length for a comparison by n-grams, of which a short word has few. */
const MIN_LETTERS_OF_PIECES = 5;
const PIECE_LETTERS = 3;
/** Minimum Dice coefficient. "Kichen" and "kitchen" have 0.61, "gardin" and "garden" 0.5, "iceland" and "island" 0.46. */
const LEAST_ALIKE = 0.5;

/**
 * Returns a predicate that is true for texts with a word spelled similarly to one of the question: by the Dice coefficient
 * of their n-grams, by transposed letters, by one additional letter, or written as two words.
 */
export function hasSimilarSpelling(question: string): (text: string) => boolean {
  const questionWords = spelledOf(question);
  return (text) => {
    const textWords = spelledOf(text);
    return (
      textWords.words.some((word) => questionWords.words.some((other) => alike(word, other))) ||
      textWords.words.some(({ base }) => questionWords.pairs.has(base)) ||
      questionWords.words.some(({ base }) => textWords.pairs.has(base))
    );
  };
}

interface Spelled {
  word: string;
  base: string;
  sorted: string;
  pieces: Set<string>;
}

/** The words, and pairs of adjacent words joined to one: "e-mail", "sea view". */
function spelledOf(text: string): { words: Spelled[]; pairs: Set<string> } {
  const words = searchWordsOf(text)
    .filter(({ word }) => word.length >= MIN_LETTERS && !/\d/.test(word))
    .map(({ word }) => ({
      word,
      base: stem(word),
      sorted: Array.from(word).toSorted().join(''),
      pieces: piecesOf(`<${word}>`),
    }));
  const all = allWordsOf(text);
  return { words, pairs: new Set(all.slice(1).map((word, at) => stem(`${all[at]}${word}`))) };
}

function piecesOf(word: string): Set<string> {
  const count = word.length - PIECE_LETTERS + 1;
  return new Set(Array.from({ length: count }, (_, at) => word.slice(at, at + PIECE_LETTERS)));
}

function alike(one: Spelled, other: Spelled): boolean {
  if (one.word[0] !== other.word[0]) return false;
  // Two transposed letters change most n-grams of a word: "stiars".
  if (
    one.sorted === other.sorted ||
    hasLetterMore(one.word, other.word) ||
    hasLetterMore(other.word, one.word)
  )
    return true;
  if (Math.min(one.word.length, other.word.length) < MIN_LETTERS_OF_PIECES) return false;
  const common = [...one.pieces].filter((piece) => other.pieces.has(piece)).length;
  return (2 * common) / (one.pieces.size + other.pieces.size) >= LEAST_ALIKE;
}

/** True if `longer` has one additional letter, such as "mould" and "mold". Endings are left to the stemmer. */
function hasLetterMore(longer: string, shorter: string): boolean {
  if (longer.length !== shorter.length + 1 || longer.at(-1) !== shorter.at(-1)) return false;
  const at = Array.from(shorter).findIndex((letter, index) => letter !== longer[index]);
  return longer.slice(at + 1) === shorter.slice(at);
}
