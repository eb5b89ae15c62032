import { anySpelling, readMoney, westernDigits, withDigits } from '#text';

/** Currencies as people write them, before or behind an amount. */
const CURRENCIES: [code: string, written: RegExp][] = [
  ['EUR', anySpelling(/€|\b(?:eur|euros?)\b|يورو/iu)],
  ['GBP', anySpelling(/£|\b(?:gbp|pounds?|quid)\b|إسترليني/iu)],
  ['EGP', anySpelling(/\b(?:egp)\b|جنيه/iu)],
  ['AED', anySpelling(/\b(?:aed|dhs?|dirhams?)\b|درهم|دراهم/iu)],
  ['SAR', anySpelling(/\b(?:sar|riyals?)\b|ريال/iu)],
  ['CHF', /\b(?:chf|francs?)\b/iu],
  ['JPY', /¥|\b(?:jpy|yen)\b/iu],
  ['INR', /₹|\b(?:inr|rupees?)\b/iu],
  ['TRY', anySpelling(/₺|\b(?:try|liras?)\b|ليرة/iu)],
  ['USD', anySpelling(/\$|\b(?:usd|dollars?|bucks)\b|دولار/iu)],
];
const UNIT = String.raw`(?:dollars?|usd|bucks|euros?|eur|gbp|pounds?|quid|egp|aed|dhs?|dirhams?|sar|riyals?|chf|francs?|jpy|yen|inr|rupees?|try|liras?|دولار\p{L}*|يورو|جنيه\p{L}*|درهم\p{L}*|دراهم|ريال\p{L}*|ليرة)(?!\p{L})`;
const SIGN = '[$€£¥₹₺]';
const NUMBER = String.raw`\d[\d.,]*(?:\s?k(?!\p{L}))?`;
const SUM = String.raw`(?:${SIGN}|(?:usd|eur|gbp|aed|sar|chf|inr|egp)(?=[\s\d]))?\s?${NUMBER}(?:\s?(?:${SIGN}|${UNIT}))?`;
const AMOUNT = anySpelling(
  new RegExp(String.raw`${SIGN}\s?${NUMBER}|(?<![\d.,])${NUMBER}\s?(?:${SIGN}|${UNIT})`, 'iu'),
);
const BOUND = anySpelling(
  new RegExp(
    String.raw`(?:under|below|within|at most|up to|no more than|less than|max(?:imum)?|target(?: of| to)?|budget(?: of| is| to|:)?|cheaper than|أقل من|أرخص من|تحت|حتى|لا يتجاوز|لا تتجاوز|لا يزيد عن|بحدود|في حدود|ضمن|ميزانية|الميزانية|ميزانيتي)\s*(?:the\s*)?(${SUM})`,
    'iu',
  ),
);

/** A text names an amount of money, in whatever currency. */
export const namesMoney = (text: string) => AMOUNT.test(text);

/** Pounds that are lifted are no money. */
const WEIGHS =
  /\b(?:weigh\w*|lifts?|lifting|holds?|carr(?:y|ies)|loads?|heavy|bears?)\b.*\b(?:pounds?|lbs?)\b/iu;

/** "Under 80 dirhams", "at most €50": an amount of money as a limit. */
export function namesLimit(text: string): boolean {
  if (WEIGHS.test(text)) return false;
  const sum = BOUND.exec(text)?.[1];
  return sum !== undefined && (AMOUNT.test(sum) || CURRENCIES.some(([, written]) => written.test(sum)));
}

/** What all of it may cost; without a currency where none is named. */
export interface CostLimit {
  amount: number;
  currency?: string;
}

/** The sum that all of it may cost, as a text names it. */
export function limitIn(text: string): CostLimit | undefined {
  const western = westernDigits(withDigits(text));
  const found = BOUND.exec(western)?.[1] ?? AMOUNT.exec(western)?.[0];
  const number = found === undefined ? undefined : new RegExp(NUMBER, 'iu').exec(found)?.[0];
  const amount = number === undefined ? undefined : readMoney(number.replace(/[.,]+$/, ''));
  if (found === undefined || amount === undefined || amount <= 0) return undefined;
  const [currency] = CURRENCIES.find(([, written]) => written.test(found)) ?? [];
  return { amount, ...(currency !== undefined && { currency }) };
}

const IN_CURRENCY = anySpelling(
  /\b(?:in|into|as)\s+(?:us |uk )?([\p{L}]+|[€£¥₹₺$])|(?<!\p{L})ب(?:ال)?((?:دولار|يورو|جنيه|درهم|دراهم|ريال|ليرة|إسترليني)\p{L}*)/iu,
);

/** The currency in which a sum is to be told: "the total in euros". */
export function currencyAskedIn(text: string): string | undefined {
  const [, english, arabic] = IN_CURRENCY.exec(text) ?? [];
  const asked = english ?? arabic;
  return asked === undefined || /^try$/i.test(asked)
    ? undefined
    : CURRENCIES.find(([, written]) => written.test(asked))?.[0];
}
