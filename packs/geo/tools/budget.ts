import { normalizeText, readMoney, withDigits } from '#text';
import { withoutYears } from './fills.ts';

/** Nothing is bought for less; smaller numbers count bedrooms, or are rents. AED. */
const LEAST_PRICE_AED = 100_000;
/** Sums in one word, or in two: as a number with its unit. */
const IN_WORDS: readonly [RegExp, string][] = [
  [/\bhalf a million\b|(?<!\p{L})[بل]?نصف? مليون(?!\p{L})/gu, '0.5 million'],
  [/\b(?:a|one) and a half million\b/g, '1.5 million'],
  [/\b(\d+) and a half million\b/g, '$1.5 million'],
  [/\b(?:a|one) million and a half\b/g, '1.5 million'],
  [/(?<!\p{L})[بل]?مليونين ون?نصف?(?!\p{L})/gu, '2.5 million'],
  [/(?<!\p{L})[بل]?مليونين(?!\p{L})/gu, '2 million'],
  [/(?<!\p{L})(?<!\d ?)[بل]?مليون ونصف?(?!\p{L})/gu, '1.5 million'],
  [/(\d+) (?:مليون|ملايين) ونصف?(?!\p{L})/gu, '$1.5 million'],
  [/(?<!\d ?)\b(?:a |one )?million\b/g, '1 million'],
  [/(?<!\p{L})(?<!\d ?)[بل]?مليون(?!\p{L})/gu, '1 million'],
];
const SUM =
  /(?<![\d.])(\d[\d,.]*)\s?(k|m|mn|mil|thousand|millions?|الف|الفا|الاف|مليون|ملايين)?(?![\p{L}\d])/gu;

/** What somebody wants to buy for at most, in AED: "three million", "2.5m", "1,200,000", "مليون ونصف". */
export function priceNamed(text: string): number | undefined {
  const digits = IN_WORDS.reduce(
    (rest, [pattern, number]) => rest.replace(pattern, number),
    normalizeText(withoutYears(withDigits(text))),
  );
  const sums = [...digits.matchAll(SUM)].flatMap(([, number = '', unit = '']) => {
    const sum = readMoney(`${number.replace(/[.,]$/, '')} ${unit}`.trim());
    return sum !== undefined && sum >= LEAST_PRICE_AED ? [sum] : [];
  });
  return sums.length > 0 ? Math.max(...sums) : undefined;
}
