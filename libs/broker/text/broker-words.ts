import { searchWords } from '#text';

/** Letters of scripts without spaces between words. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]\p{M}*`;
const PIECES = new RegExp(`(?:${UNSPACED})+|(?:(?!${UNSPACED}).)+`, 'gu');
const LETTERS = new RegExp(UNSPACED, 'gu');
/** Lower bound of these letters: the first code point of Thai. */
const FIRST_UNSPACED = '\u0E00';

/**
 * Splits a text into words for the broker: those of `searchWords`, and for scripts without spaces every pair of adjacent
 * letters ("天气预报" → 天气, 气预, 预报). Search engines use the same method, which needs no dictionary: texts with common
 * words have common pairs.
 */
export function brokerWords(text: string): string[] {
  return searchWords(text).flatMap((word) => (hasUnspaced(word) ? pairsOf(word) : word));
}

function hasUnspaced(word: string): boolean {
  for (const letter of word) if (letter >= FIRST_UNSPACED) return word.search(LETTERS) >= 0;
  return false;
}

function pairsOf(word: string): string[] {
  return (word.match(PIECES) ?? []).flatMap((piece) => {
    const letters = piece.match(LETTERS);
    if (!letters) return [piece];
    if (letters.length < 2) return letters;
    return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
  });
}
