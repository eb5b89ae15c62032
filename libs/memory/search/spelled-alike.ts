import { searchWordsOf } from './search-words.ts';

/** Words of fewer letters are too often spelled alike by chance. */
const MIN_LETTERS = 5;
const PIECE_LETTERS = 3;
/** "Kichen" and "kitchen" have 0.61, "gardin" and "garden" 0.5; "iceland" and "island" 0.46. */
const LEAST_ALIKE = 0.5;

/** Whether a text has a word that is spelled nearly as one of the question's: twice the common pieces over all (Dice). */
export function spelledAlike(question: string): (text: string) => boolean {
  const asked = wordsOf(question);
  return (text) =>
    asked.length > 0 && wordsOf(text).some((word) => asked.some((other) => alike(word, other)));
}

interface Spelled {
  first: string;
  pieces: Set<string>;
}

function wordsOf(text: string): Spelled[] {
  return searchWordsOf(text)
    .filter(({ word }) => word.length >= MIN_LETTERS && !/\d/.test(word))
    .map(({ word }) => ({ first: word.slice(0, 1), pieces: piecesOf(`<${word}>`) }));
}

function piecesOf(word: string): Set<string> {
  const count = word.length - PIECE_LETTERS + 1;
  return new Set(Array.from({ length: count }, (_, at) => word.slice(at, at + PIECE_LETTERS)));
}

function alike(one: Spelled, other: Spelled): boolean {
  if (one.first !== other.first) return false;
  const common = [...one.pieces].filter((piece) => other.pieces.has(piece)).length;
  return (2 * common) / (one.pieces.size + other.pieces.size) >= LEAST_ALIKE;
}
