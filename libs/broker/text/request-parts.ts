import { brokerWords } from './broker-words.ts';
import { MAX_PARTS, MIN_PART_WORDS } from '../ranking/ranking-constants.ts';
import { wordFeatures } from './word-features.ts';

/** Boundaries between requests: ends of sentences and lines, and English and Arabic connectives. */
const BOUNDARIES = new RegExp(
  [
    String.raw`(?<=[.!?؟;؛])\s+`,
    String.raw`(?<=[。！？；])\s*`,
    String.raw`\n+`,
    String.raw`(?<![\s,،])[\s,،]+(?:and\s+)?(?:then|afterwards|after that|also|finally|lastly|additionally|furthermore|moreover|besides|next)[\s,،]+`,
    String.raw`(?<![\s,،])[\s,،]+(?:ثم|وبعدها|بعدها|بعد ذلك|وبعد ذلك|وأيضا|وأيضًا|أيضا|أيضًا|كذلك|وكذلك|وأخيرا|وأخيرًا|كمان|وكمان|وبعدين|بعدين)[\s,،]+`,
  ].join('|'),
  'giu',
);

/**
 * Splits a message into requests, as lists of normalised words. A part with fewer than {@link MIN_PART_WORDS} words other
 * than stop words is joined to the previous part.
 */
export function requestParts(text: string): string[][] {
  const parts: string[][] = [];
  for (const words of text.split(BOUNDARIES).map(brokerWords)) {
    if (words.length === 0) continue;
    const last = parts.at(-1);
    if (last && (parts.length === MAX_PARTS || !standsAlone(words) || !standsAlone(last)))
      last.push(...words);
    else parts.push(words);
  }
  return parts;
}

function standsAlone(words: readonly string[]): boolean {
  let contentWords = 0;
  // The last part of a long message has thousands of words.
  return words.some((word) => !wordFeatures(word).stop && (contentWords += 1) >= MIN_PART_WORDS);
}
