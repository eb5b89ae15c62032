import { z } from 'zod';
import { readMoney, readNumber, normalizeText } from '#text';

/** Limits of a number. `min` and `max` are inclusive, `above` is exclusive. */
export interface NumberLimits {
  min?: number;
  max?: number;
  /** Exclusive lower limit, such as 0 for "greater than 0". */
  above?: number;
  /** Added to the JSON Schema, for models. */
  description?: string;
}

const MONEY_HELP = 'an amount such as 250000, "250k" or "€250,000"';
const COUNT_HELP = 'a number such as 3 or "1,200"';
const PERCENT_HELP = 'a percentage such as 4.5 or "4.5%"';

/**
 * An amount of money: a number, or text with currency, thousands marks, Arabic-Indic digits or a suffix such as
 * "250k" or "200 ألف". Parses to a number in the unit of the field.
 */
export function moneyText(limits: NumberLimits = {}) {
  return numberReader(readMoney, limited(z.number(), limits), MONEY_HELP, limits.description);
}

/** A count, such as rooms or hours: a number, or text with thousands marks or Arabic-Indic digits. Must be whole unless `integer` is false. */
export function countText(limits: NumberLimits & { integer?: boolean } = {}) {
  const base = limits.integer === false ? z.number() : z.int();
  return numberReader(readNumber, limited(base, limits), COUNT_HELP, limits.description);
}

/** A percentage: a number, or text ending in % or ٪. 30 % parses to 30. */
export function percentText(limits: NumberLimits = {}) {
  const read = (text: string) => readNumber(text.replace(/\s*(?:[%٪]|percent|per cent)\s*$/i, ''));
  return numberReader(read, limited(z.number(), limits), PERCENT_HELP, limits.description);
}

/** Longer text is not normalised, because no synonym is this long. */
const MAX_WORD_CHARACTERS = 1_000;

/**
 * One of the canonical values or a synonym of it; letter case and spelling variants are ignored (`normalizeText`). Parses to
 * the canonical value: `enumWithSynonyms({ Apartment: ['flat', 'شقة'], Villa: ['فيلا'] })`.
 */
export function enumWithSynonyms<const Values extends Record<string, readonly string[]>>(
  values: Values,
  options: { description?: string } = {},
) {
  const canonical = Object.keys(values) as [keyof Values & string, ...(keyof Values & string)[]];
  const byWord = new Map(
    canonical.flatMap((value) =>
      [value, ...(values[value] ?? [])].map((word) => [normalizeText(word), value] as const),
    ),
  );
  const schema = z.preprocess((found, context) => {
    const value =
      typeof found === 'string' && found.length <= MAX_WORD_CHARACTERS
        ? byWord.get(normalizeText(found))
        : undefined;
    return value ?? unreadable(context, found, `one of ${canonical.join(', ')}`);
  }, z.enum(canonical));
  return described(schema, options.description);
}

/** An array. A single value is wrapped in an array; if the items are text, a text is split at commas, semicolons and line breaks. */
export function listOf<Item extends z.ZodType>(
  item: Item,
  limits: { min?: number; max?: number; description?: string } = {},
) {
  const ofText = z.toJSONSchema(item, { io: 'input', unrepresentable: 'any' }).type === 'string';
  let base = z.array(item);
  if (limits.min !== undefined) base = base.min(limits.min);
  if (limits.max !== undefined) base = base.max(limits.max);
  const schema = z.preprocess((found) => {
    if (found === undefined || found === null || Array.isArray(found)) return found;
    if (typeof found !== 'string' || !ofText) return [found];
    return found
      .split(/[,،;\n]/)
      .map((part) => part.trim())
      .filter(Boolean);
  }, base);
  return described(schema, limits.description);
}

/** A calendar day, ISO 8601: `2026-11-23`. The caller resolves words such as "tomorrow" before the call. */
export function isoDate(options: { description?: string } = {}) {
  return isoText(z.iso.date(), 'date', 'a date such as 2026-11-23', options.description);
}

/** A date and time, ISO 8601: `2026-11-23T13:00:00Z`. Without an offset it is in the org's time zone. */
export function isoDateTime(options: { description?: string } = {}) {
  const form = z.iso.datetime({ offset: true, local: true });
  return isoText(form, 'date-time', 'a date and time such as 2026-11-23T13:00:00+02:00', options.description);
}

/** Zod's own ISO schemas add a pattern of 300 characters to every JSON Schema, which models receive; a refinement does not. */
function isoText(form: z.ZodType<string>, format: string, help: string, description?: string) {
  const schema = z.string({ error: (issue) => expected(issue.input, help) }).superRefine((found, context) => {
    if (!form.safeParse(found).success) unreadable(context, found, help);
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
    if (typeof found === 'number') return found;
    const value = typeof found === 'string' ? read(found) : undefined;
    return value ?? unreadable(context, found, help);
  }, base);
  return described(schema, description ? `${description} (${help})` : help);
}

function limited(base: z.ZodNumber, { min, max, above }: NumberLimits): z.ZodNumber {
  let schema = base;
  if (min !== undefined) schema = schema.min(min);
  if (above !== undefined) schema = schema.gt(above);
  return max === undefined ? schema : schema.max(max);
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
