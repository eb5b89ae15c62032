import { brokerWords } from './broker-words.ts';
import { MAX_PARTS, MIN_PART_WORDS } from '../ranking/ranking-constants.ts';
import { wordFeatures } from './word-features.ts';

/** Where one request ends and the next begins: ends of sentences and lines, and words that join, in English and Arabic. */
const JOINTS = new RegExp(
  [
    String.raw`(?<=[.!?؟;؛])\s+`,
    String.raw`(?<=[。！？；])\s*`,
    String.raw`\n+`,
    String.raw`[\s,،]+(?:and\s+)?(?:then|afterwards|after that|also|finally|lastly|additionally|furthermore|moreover|besides|next)[\s,،]+`,
    String.raw`[\s,،]+(?:ثم|وبعدها|بعدها|بعد ذلك|وبعد ذلك|وأيضا|وأيضًا|أيضا|أيضًا|كذلك|وكذلك|وأخيرا|وأخيرًا|كمان|وكمان|وبعدين|بعدين)[\s,،]+`,
  ].join('|'),
  'giu',
);

/**
 * The requests of a message as normalised words, in their order; one where nothing splits it. A piece without at least
 * {@link MIN_PART_WORDS} words that carry meaning belongs to the one before it.
 */
export function requestParts(text: string): string[][] {
  const parts: string[][] = [];
  for (const words of text.split(JOINTS).map(brokerWords)) {
    if (words.length === 0) continue;
    const last = parts.at(-1);
    if (last && (!standsAlone(words) || !standsAlone(last) || parts.length === MAX_PARTS))
      last.push(...words);
    else parts.push(words);
  }
  return parts;
}

function standsAlone(words: readonly string[]): boolean {
  let meaning = 0;
  for (const word of words) if (!wordFeatures(word).stop) meaning += 1;
  return meaning >= MIN_PART_WORDS;
}
