import { normalizedWords, readNumber, stem } from '#text';

/** Longer text is not a number with its unit. */
const MAX_CHARACTERS = 60;
/** "/hour", " per month", " a week" at the end. */
const RATE = /\s*(?:\/|\bper\b|\ban?\b)\s*(\p{L}+)\s*$/iu;
const WITH_UNIT = /^([^\p{L}]*\d)[\s-]*(\p{L}+)\s*$/u;
/** Units of time that convert into each other. Hours do not convert to days: "2 weeks" of work are fewer hours than of waiting. */
const CONVERTIBLE: readonly ReadonlyMap<string, number>[] = [
  { second: 1 / 60, minute: 1, hour: 60 },
  { day: 1, week: 7 },
].map((sizes) => new Map(Object.entries(sizes).map(([unit, size]) => [stem(unit), size])));
const TIMES: ReadonlySet<string> = new Set([
  ...CONVERTIBLE.flatMap((units) => [...units.keys()]),
  ...['night', 'month', 'year'].map(stem),
]);

/**
 * The number in a text without the unit that the parameter has anyway: "30 minutes" for `durationMinutes`, "€900 per month" for
 * "rent per month in EUR". Another unit of time than the first one that the parameter names is converted ("1 hour" is 60 minutes);
 * any other unit stays.
 *
 * @param about name and description of the parameter.
 */
export function withoutUnit(text: string, about: string): string {
  if (text.length > MAX_CHARACTERS || !/\p{L}/u.test(text)) return text;
  const words = normalizedWords(about.replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, ' ')).map(stem);
  const named = (word: string | undefined) => word !== undefined && words.includes(stem(word.toLowerCase()));
  const rate = RATE.exec(text);
  const amount = rate && named(rate[1]) ? text.slice(0, rate.index) : text;
  const [, number, unit] = WITH_UNIT.exec(amount) ?? [];
  if (number === undefined || unit === undefined) return amount;
  const own = stem(unit.toLowerCase());
  const first = words.find((word) => TIMES.has(word));
  if (!TIMES.has(own) || own === first) return named(unit) ? number : amount;
  const units = CONVERTIBLE.find((sizes) => sizes.has(own) && sizes.has(first ?? ''));
  const factor = (units?.get(own) ?? Number.NaN) / (units?.get(first ?? '') ?? Number.NaN);
  const converted = (readNumber(number) ?? Number.NaN) * factor;
  return Number.isNaN(converted) ? amount : String(converted);
}
