import { z } from 'zod';
import { isMoment, looseJson, readAmount, readNumber, readPercent, westernDigits } from '#text';
import { dateInWords } from './date-words.ts';
import { meantValue, namedWord } from './meant-value.ts';

/** Limits of a number. `min` and `max` are inclusive, `above` is exclusive. */
export interface NumberLimits {
  /** Without it, the lowest value of an `integer` column. */
  min?: number;
  /** Without it, the highest value of an `integer` column. */
  max?: number;
  /** Exclusive lower limit, such as 0 for "greater than 0". */
  above?: number;
  /** Added to the JSON Schema, for models. */
  description?: string;
}

/** Schemas that read text themselves. The executor passes them text as it is given. */
export const ownReaders = z.registry<{ readsText: true }>();

/** Range of the type `integer` of PostgreSQL. */
export const COLUMN_MIN = -2_147_483_648;
const COLUMN_MAX = 2_147_483_647;

const MONEY_HELP = 'an amount such as 250000, "250k" or "€250,000"';
const COUNT_HELP = 'a number such as 3 or "1,200"';
const PERCENT_HELP = 'a percentage such as 4.5 or "4.5%"';

/**
 * An amount of money: a number, or text with currency, thousands marks, Arabic-Indic digits or a suffix such as
 * "250k", "200 ألف" or "half a million". Parses to a number in the unit of the field.
 *
 * @param limits.whole for columns of whole units: parses to the next whole number in this direction.
 */
export function moneyText({ whole, ...limits }: NumberLimits & { whole?: 'down' | 'up' | 'nearest' } = {}) {
  const read = (text: string) => readNumber(text, { wholeOrMoney: true }) ?? readAmount(text);
  const round = { down: Math.floor, up: Math.ceil, nearest: Math.round };
  const base = limited(z.number(), limits);
  return numberReader(read, whole ? base.overwrite(round[whole]) : base, MONEY_HELP, limits.description);
}

/**
 * A count, such as rooms or hours: a number, or text with thousands marks or Arabic-Indic digits.
 *
 * @param options.integer true if it must be whole.
 * @param options.words words for a number, such as "studio" for 0 bedrooms.
 */
export function countText({
  integer = true,
  words = {},
  ...limits
}: NumberLimits & { integer?: boolean; words?: Record<string, number> } = {}) {
  const named = Object.entries(words).map(([word, value]) => namedWord(word, value));
  const read = (text: string) => readNumber(text, { wholeOrMoney: integer }) ?? meantValue(named, text);
  return numberReader(read, limited(integer ? z.int() : z.number(), limits), COUNT_HELP, limits.description);
}

/** A percentage: a number, or text ending in % or ٪. 30 % parses to 30. */
export function percentText(limits: NumberLimits = {}) {
  return numberReader(readPercent, limited(z.number(), limits), PERCENT_HELP, limits.description);
}

/**
 * One of the canonical values or a synonym of it, as {@link meantValue} reads them. Parses to the canonical value:
 * `enumWithSynonyms({ Apartment: ['flat', 'شقة'], Villa: ['فيلا'] })`.
 */
export function enumWithSynonyms<const Values extends Record<string, readonly string[]>>(
  values: Values,
  options: { description?: string } = {},
) {
  const canonical = keysOf(values);
  const words = canonical.flatMap((value) =>
    [...(values[value] ?? []), value].map((word) => namedWord(word, value)),
  );
  const schema = z.preprocess((found, context) => {
    const value = typeof found === 'string' ? meantValue(words, found) : undefined;
    return value ?? unreadable(context, found, `one of ${canonical.join(', ')}`);
  }, z.enum(canonical));
  return described(schema.register(ownReaders, { readsText: true }), options.description);
}

/** The keys of a record of values, for `z.enum`. */
export function keysOf<Values extends object>(values: Values) {
  return Object.keys(values) as [keyof Values & string, ...(keyof Values & string)[]];
}

/** An array. Text that is a JSON array is parsed; another single value is wrapped. Text is never split. */
export function listOf<Item extends z.ZodType>(
  item: Item,
  limits: { min?: number; max?: number; description?: string } = {},
) {
  let base = z.array(item);
  if (limits.min !== undefined) base = base.min(limits.min);
  if (limits.max !== undefined) base = base.max(limits.max);
  return described(z.preprocess(listIn, base), limits.description);
}

function listIn(found: unknown): unknown {
  if (found === undefined || found === null || Array.isArray(found)) return found;
  const json = jsonIn(found);
  return Array.isArray(json) ? json : [json ?? found];
}

/** The array or object that a text contains as JSON, as {@link looseJson} reads it; undefined for anything else. */
export function jsonIn(found: unknown): unknown[] | Record<string, unknown> | undefined {
  if (typeof found !== 'string' || !/^\s*(?:[[{]|```|"\s*[[{])/.test(found)) return undefined;
  const value = looseJson(found);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

/** A calendar day, ISO 8601: `2026-11-23`, also with a time, which is dropped. The caller resolves words such as "tomorrow". */
export function isoDate(options: { description?: string } = {}) {
  const isDay = (text: string) => z.iso.date().safeParse(text).success;
  const dayIn = (text: string) => withDashes(text).replace(/^(\d{4}-\d\d-\d\d)[T ]\d.*$/is, '$1');
  return isoText(isDay, dayIn, 'date', 'a date such as 2026-11-23', options.description);
}

/**
 * A date and time, ISO 8601: `2026-11-23T13:00:00Z`, or as results show it, `2026-11-23T13:00 Asia/Nicosia`. Without an
 * offset or zone it is in the org's time zone. Read it with `momentOf`.
 *
 * @param options.ofDay the time of a day that is given without one: 00:00 or 23:59. Without it such a day is refused.
 */
export function isoDateTime(options: { description?: string; ofDay?: 'start' | 'end' } = {}) {
  const time = options.ofDay && { start: 'T00:00', end: 'T23:59' }[options.ofDay];
  const momentIn = (text: string) =>
    time === undefined ? withDashes(text) : withDashes(text).replace(/^\d{4}-\d\d-\d\d$/, `$&${time}`);
  return isoText(
    isMoment,
    momentIn,
    'date-time',
    'a date and time such as 2026-11-23T13:00:00+02:00',
    options.description,
  );
}

/** "2026/11/3", "2026.11.03", "٢٠٢٦-١١-٠٣" and "3 November 2026" as ISO 8601 writes them. */
const withDashes = (text: string) =>
  dateInWords(westernDigits(text.trim())).replace(
    /^(\d{4})([-/.])(\d\d?)\2(\d\d?)(?!\d)/,
    (_, year: string, _mark, month: string, day: string) =>
      `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  );

/** Years that every column holds, with a day to spare for any time zone. */
const FIRST_YEAR = 1000;
const LAST_YEAR = 9000;

/** Zod's own ISO schemas add a pattern of 300 characters to every JSON Schema, which models receive; a refinement does not. */
function isoText(
  isForm: (text: string) => boolean,
  written: (text: string) => string,
  format: string,
  help: string,
  description?: string,
) {
  const text = z.string({ error: (issue) => expected(issue.input, help) }).overwrite(written);
  const schema = text.superRefine((found, context) => {
    if (!isForm(found)) return unreadable(context, found, help);
    const year = Number(found.slice(0, 4));
    if (year < FIRST_YEAR || year > LAST_YEAR)
      unreadable(context, found, `${help} in the years ${FIRST_YEAR} to ${LAST_YEAR}`);
  });
  return schema.meta(description === undefined ? { format } : { format, description });
}

function numberReader(
  read: (text: string) => number | undefined,
  base: z.ZodNumber,
  help: string,
  description?: string,
) {
  const schema = z.preprocess((found, context) => {
    const value = typeof found === 'string' ? read(found) : found;
    if (typeof value !== 'number') return unreadable(context, found, help);
    // Beyond the safe integers zod would name their range instead of the schema's.
    return Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
  }, base);
  return described(schema.register(ownReaders, { readsText: true }), description);
}

function limited(
  base: z.ZodNumber,
  { above, min = COLUMN_MIN, max = COLUMN_MAX }: NumberLimits,
): z.ZodNumber {
  return (above === undefined ? base.min(min) : base.gt(above)).max(max);
}

/** Adds the description to the schema, from which the JSON Schema takes it. */
function described<Schema extends z.ZodType>(schema: Schema, description: string | undefined): Schema {
  return description === undefined ? schema : (schema.describe(description) as Schema);
}

function unreadable(context: z.RefinementCtx, found: unknown, help: string): never {
  context.addIssue({ code: 'custom', message: expected(found, help), input: found });
  return z.NEVER;
}

function expected(found: unknown, help: string): string {
  const shown =
    found === undefined || found === null ? 'nothing' : (JSON.stringify(found) ?? 'a value').slice(0, 80);
  return `found ${shown}, expected ${help}`;
}
