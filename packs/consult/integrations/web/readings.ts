import { readMoney, anySpelling } from '#text';
import { round } from '../../tools/figures.ts';
import { plainText } from './plain-text.ts';

/** A dash after a number belongs to a range: "15–20 °C" ends at 20. */
const TEMPERATURE = anySpelling(
  /(?<![\d.,])((?:(?<!\d\s*)[-−–])?\d{1,3}(?:[.,]\d+)?)\s*(?:°\s*|degrees?\s*|º\s*|درجه\s*)?(celsius|centigrade|fahrenheit|مئويه|[cf](?![\p{L}])|(?<=[°º]\s*)م(?!\p{L}))/iu,
);

/** The first temperature with a unit, in degrees Celsius with one decimal. */
export function temperatureIn(text: string): number | undefined {
  const found = TEMPERATURE.exec(plainText(text));
  if (!found) return undefined;
  const value = Number((found[1] ?? '').replace(/[−–]/, '-').replace(',', '.'));
  const fahrenheit = /^f/i.test(found[2] ?? '');
  return round(fahrenheit ? ((value - 32) * 5) / 9 : value, 1);
}

/**
 * Signs and words by their currency. A dollar sign after other letters is another currency, for which no price is read.
 */
const CURRENCIES: Record<string, string> = {
  $: 'USD',
  US$: 'USD',
  HK$: 'HKD',
  C$: 'CAD',
  A$: 'AUD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  dollar: 'USD',
  dollars: 'USD',
  euro: 'EUR',
  euros: 'EUR',
};
/** Codes that are also words in capitals or names of companies: "TOP 10", "ALL 5", "AMD 9950". */
const ARE_WORDS = new Set('ALL AMD BAM BOB COP CUP DOP GEL LAK MAD MOP MUR PEN RON SOS TOP TRY'.split(' '));
const CODES = Intl.supportedValuesOf('currency');
/** Codes that people write in any case: "usd", "Usd", "DOLLARS". */
const USUAL = 'usd eur gbp chf jpy sar aed cad aud dollars dollar euros euro'
  .split(' ')
  .flatMap((word) => [word, word.toUpperCase(), `${word.charAt(0).toUpperCase()}${word.slice(1)}`]);
const SIGN = String.raw`(?<!\p{L})(?:US|HK|C|A)?\$|[€£¥₹]`;
const AMOUNT = String.raw`\d[\d.,]*\d|\d`;
/** Many codes are common words in lower case: "all", "top", "try". */
const priceBy = (codes: string, sign = '') =>
  new RegExp(
    String.raw`(?<before>${sign}\b(?:${codes}))\s*(?<behind>${AMOUNT})|(?=\d)(?<!\d[.,]*)(?<front>${AMOUNT})\s*(?<after>${sign}(?:${codes})\b)`,
    'u',
  );
const PRICES = [
  priceBy([...CODES.filter((code) => !ARE_WORDS.has(code)), ...USUAL].join('|'), `${SIGN}|`),
  priceBy(CODES.filter((code) => ARE_WORDS.has(code)).join('|')),
];

/**
 * The first amount with a sign or code of a currency. A code that is also a word counts only if there is no other
 * price: "TOP 10 companies; price $50".
 */
export function priceIn(text: string): { price: number; currency: string; asText: string } | undefined {
  const found = PRICES.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  if (!found) return undefined;
  const { before, behind, front, after } = found.groups ?? {};
  const price = readMoney(behind ?? front ?? '');
  if (price === undefined) return undefined;
  const named = before ?? after ?? '';
  return {
    price,
    currency: CURRENCIES[named] ?? CURRENCIES[named.toLowerCase()] ?? named.toUpperCase(),
    asText: found[0],
  };
}
