import { searchWords } from '#text';

/** Letters of scripts that put no spaces between words. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]\p{M}*`;
const PIECES = new RegExp(`(?:${UNSPACED})+|(?:(?!${UNSPACED}).)+`, 'gu');
const LETTERS = new RegExp(UNSPACED, 'gu');
/** Every such letter lies at or above the first of Thai. */
const FIRST_UNSPACED = '\u0E00';

/**
 * The words by which the broker knows a text: those of `searchWords`, and of scripts without spaces every pair of
 * neighbouring letters ("天气预报" → 天气, 气预, 预报), as search engines have them: without a dictionary, two texts share
 * the pairs of the words that they share.
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
