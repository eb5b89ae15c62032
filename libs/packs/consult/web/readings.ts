import { readMoney, anySpelling } from '#tools';
import { round } from '../figures.ts';
import { plainText } from '../reading/numbers.ts';

/** A dash behind a number is that of a range: "15–20 °C" ends at 20. */
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

const CURRENCY_SIGNS: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' };
const PRICE =
  /([$€£¥])\s*(\d[\d.,]*\d|\d)|(\d[\d.,]*\d|\d)\s*(USD|EUR|GBP|CHF|JPY|SAR|AED|CAD|AUD|dollars|euros?)\b|\b(USD|EUR|GBP|CHF|JPY|SAR|AED|CAD|AUD)\s*(\d[\d.,]*\d|\d)/iu;

/** The first amount with a sign or code of a currency. */
export function priceIn(text: string): { price: number; currency: string; asText: string } | undefined {
  const found = PRICE.exec(text);
  if (!found) return undefined;
  const [asText, sign, afterSign, beforeCode, code, codeFirst, afterCode] = found;
  const price = readMoney(afterSign ?? beforeCode ?? afterCode ?? '');
  if (price === undefined) return undefined;
  const named = (code ?? codeFirst ?? '').toUpperCase();
  const currency = sign
    ? CURRENCY_SIGNS[sign]
    : named.startsWith('DOLLAR')
      ? 'USD'
      : named.startsWith('EURO')
        ? 'EUR'
        : named;
  return currency ? { price, currency, asText } : undefined;
}
