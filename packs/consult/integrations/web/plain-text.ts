import { westernDigits, withDigits } from '#text';

/** A text with Western digits and unified letters; unlike `normalizeText` it keeps punctuation and positions. */
export function plainText(text: string): string {
  return westernDigits(withDigits(text))
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u064B-\u065F\u0640]/g, '')
    .replace(/[أإآ]/g, 'ا')
    .replace(/ة/g, 'ه')
    .replace(/ى/g, 'ي')
    .replace(/٬/g, ',');
}
