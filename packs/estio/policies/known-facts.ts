import { MULTIPLIERS, normalizeText, readNumber, westernDigits } from '#text';

/** Ids and references of rows, as replies name them. */
const NAMES =
  /\b(?:prop|deal|contract|viewing|offer|contact)-(?:\d{3,}|[0-9a-f]{8}-[0-9a-f-]{27})\b|\bCY-[A-Z]{2}-\d{4}\b/gi;
const LINKS = /(?:https?:\/\/\S{0,300})?\/v1\/files\/[\w/-]+/g;
/** Spaces may separate thousands, if nothing else does. */
const NUMBER = String.raw`(?<![\d,.'’٬٫])(?:\d{1,3}(?:[ \u00A0\u202F]\d{3}(?![\d,.'’٬٫]?\d)){1,3}|\d(?:[\d,.'’٬٫]{0,40}\d)?)`;
const TIMES = String.raw`\s{0,3}(k\b|m\b|million|thousand|[اأ]لف|مليون)?`;
const AMOUNT = new RegExp(
  String.raw`(?:€|eur(?:os?)?\b)\s{0,3}(${NUMBER})${TIMES}|(${NUMBER})${TIMES}\s{0,3}(?:€|eur(?:os?)?\b|يورو)`,
  'giu',
);
const MULTIPLIED = new RegExp(`(${NUMBER})${TIMES}`, 'giu');
const timesOf = (word = '') => MULTIPLIERS[normalizeText(word)];

/** Ids, references and links of documents in a text, in lower case. */
export function namesIn(text: string): string[] {
  const found = [...text.matchAll(NAMES), ...text.matchAll(LINKS)].map(([name]) => name.toLowerCase());
  return [...new Set(found)];
}

/** Amounts of money in a text, in euro, each in every way to read it: "€950 120 m²" is 950120 or 950. */
export function amountsIn(text: string): number[][] {
  return [...westernDigits(text).matchAll(AMOUNT)].flatMap(([, before, beforeTimes, behind, behindTimes]) => {
    const times = timesOf(beforeTimes ?? behindTimes);
    const written = before ?? behind ?? '';
    const alone = before === undefined ? written.split(/\s/).at(-1) : written.split(/\s/)[0];
    // "150.000 €" is an amount in thousands, "1.250 million €" is not.
    const read = (part = '') => readNumber(part, { wholeOrMoney: times === undefined }) ?? [];
    const values = [...new Set([written, alone])].flatMap(read);
    return values.length === 0 ? [] : [values.map((value) => value * (times ?? 1))];
  });
}

/** Every number of a text, read in every way: "150.000" also as 150, "150 000" also as 150 and 0, "150 k" also as 150. */
export function numbersIn(text: string): number[] {
  return [...westernDigits(text).matchAll(MULTIPLIED)].flatMap(([, written = '', times]) => {
    const factor = timesOf(times) ?? 1;
    return readingsOf(written).flatMap((value) => [value, value * factor]);
  });
}

function readingsOf(written: string): number[] {
  // Saves most of the time: a long text has tens of thousands of numbers, nearly all plain.
  if (/^\d+$/.test(written)) return [Number(written)];
  const parts = new Set([written, ...written.split(/\s/)]);
  return [...parts].flatMap((part) =>
    [true, false].flatMap((wholeOrMoney) => readNumber(part, { wholeOrMoney }) ?? []),
  );
}
