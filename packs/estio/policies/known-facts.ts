import { normalizeText, readNumber } from '#text';

/** Ids and references of rows, as replies name them. */
const NAMES =
  /\b(?:prop|deal|contract|viewing|offer|contact)-(?:\d{3,}|[0-9a-f]{8}-[0-9a-f-]{27})\b|\bCY-[A-Z]{2}-\d{4}\b/gi;
const LINKS = /(?:https?:\/\/\S{0,300})?\/v1\/files\/[\w/-]+/g;
const NUMBER = String.raw`(?<![\d,.'’٬])\d[\d,.'’٬]{0,40}`;
const AMOUNT = new RegExp(
  String.raw`(?:€|eur(?:os?)?\b)\s*(${NUMBER})\s*(k\b|m\b|million|thousand)?|(${NUMBER})\s*(k|m|million|thousand|ألف|مليون)?\s*(?:€|eur(?:os?)?\b|يورو)`,
  'giu',
);
const TIMES: Record<string, number> = { k: 1e3, thousand: 1e3, ألف: 1e3, m: 1e6, million: 1e6, مليون: 1e6 };

/** Ids, references and links of documents in a text, in lower case. */
export function namesIn(text: string): string[] {
  const found = [...text.matchAll(NAMES), ...text.matchAll(LINKS)].map(([name]) => name.toLowerCase());
  return [...new Set(found)];
}

/** Amounts of money in a text, in euro. */
export function amountsIn(text: string): number[] {
  return [...text.matchAll(AMOUNT)].flatMap(([, before, beforeTimes, behind, behindTimes]) => {
    const written = (before ?? behind ?? '').replace(/[.,]$/, '');
    const value = readNumber(written);
    const times = TIMES[(beforeTimes ?? behindTimes ?? '').toLowerCase()] ?? 1;
    return value === undefined ? [] : [value * times];
  });
}

/** Every number of a text, as written and multiplied by a following word such as "thousand". */
export function numbersIn(text: string): number[] {
  const found = normalizeText(text).matchAll(/(\d[\d,]*(?:\.\d+)?)\s*(k|m|million|thousand|الف|مليون)?/g);
  return [...found].flatMap(([, written = '', times]) => {
    const value = Number(written.replaceAll(',', ''));
    const factor = times === 'الف' ? 1e3 : (TIMES[times ?? ''] ?? 1);
    return Number.isFinite(value) ? [value, value * factor] : [];
  });
}
