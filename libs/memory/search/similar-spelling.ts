import { remembered, stem } from '#text';
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
    const textWords = spelledOfStored(text);
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
}

/** The words, and pairs of adjacent words joined to one: "e-mail", "sea view". */
function spelledOf(text: string): { words: Spelled[]; pairs: Set<string> } {
  const words = searchWordsOf(text)
    .filter(({ word }) => word.length >= MIN_LETTERS && !/\d/.test(word))
    .map(({ word }) => ({ word, base: stem(word) }));
  const all = allWordsOf(text);
  return { words, pairs: new Set(all.slice(1).map((word, at) => stem(`${all[at]}${word}`))) };
}

/** The texts of an org's knowledge and insights are compared with many questions. */
const spelledOfStored = remembered(spelledOf, 500);

function piecesOf(word: string): Set<string> {
  const count = word.length - PIECE_LETTERS + 1;
  return new Set(Array.from({ length: count }, (_, at) => word.slice(at, at + PIECE_LETTERS)));
}

function alike({ word: one }: Spelled, { word: other }: Spelled): boolean {
  // Most pairs of words end here.
  if (one[0] !== other[0]) return false;
  // Two transposed letters change most n-grams of a word: "stiars".
  if (sorted(one) === sorted(other) || hasLetterMore(one, other) || hasLetterMore(other, one)) return true;
  if (Math.min(one.length, other.length) < MIN_LETTERS_OF_PIECES) return false;
  const [pieces, otherPieces] = [piecesOf(`<${one}>`), piecesOf(`<${other}>`)];
  const common = [...pieces].filter((piece) => otherPieces.has(piece)).length;
  return (2 * common) / (pieces.size + otherPieces.size) >= LEAST_ALIKE;
}

const sorted = (word: string) => Array.from(word).toSorted().join('');

/** True if `longer` has one additional letter, such as "mould" and "mold". Endings are left to the stemmer. */
function hasLetterMore(longer: string, shorter: string): boolean {
  if (longer.length !== shorter.length + 1 || longer.at(-1) !== shorter.at(-1)) return false;
  const at = Array.from(shorter).findIndex((letter, index) => letter !== longer[index]);
  return longer.slice(at + 1) === shorter.slice(at);
}
