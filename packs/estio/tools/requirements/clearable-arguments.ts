import { z } from 'zod';
import { countText, moneyText, unsaid } from '#pack-kit';
import { normalizeText } from '#text';

/** The word that clears a field. */
const ANY = new Set(['any', 'anything', 'any area', 'anywhere', 'no limit', 'اي', 'اي مكان', 'اي منطقه']);
/** Clears only when it is the whole note: "any area" is a note. */
const CLEARS_NOTES = new Set(['any', 'اي']);
const meansAny = (value: unknown) => typeof value === 'string' && ANY.has(normalizeText(value));

/** Above every price in Cyprus and within the range of the column. */
const MAX_PRICE_EUR = 1_000_000_000;

/** An amount in euro as number or text; "any" clears it and parses to null. Stored in whole euro. */
export function clearableMoney(description: string) {
  const amount = moneyText({ min: 0, max: MAX_PRICE_EUR, whole: 'nearest' });
  return z
    .union([z.number(), z.string().max(60).meta(unsaid)])
    .transform((value, context) => (meansAny(value) ? null : read(amount, value, context)))
    .describe(description);
}

/** A number of bedrooms; "3+" is a minimum; "any" clears it and parses to null. */
export function clearableBedrooms() {
  const rooms = countText({ min: 0, max: 10 });
  return z
    .union([z.number(), z.string().max(60).meta(unsaid)])
    .transform((value, context) => {
      if (meansAny(value)) return null;
      const amount =
        typeof value === 'string' ? value.trim().replace(/\b(?:bedrooms?|beds?|rooms?)$/i, '') : value;
      const text = typeof amount === 'string' ? normalizeText(amount) : '';
      const atLeast = /^(?:at least )?(\d+)\+$|^at least (\d+)$|^(\d+) or more$/.exec(text);
      if (atLeast) return { min: read(rooms, atLeast[1] ?? atLeast[2] ?? atLeast[3], context) };
      return { exact: text === 'studio' ? 0 : read(rooms, amount, context) };
    })
    .describe('Number from 0 to 10, or "3+" for at least 3.');
}

/** Districts or areas, several separated by commas; "any" clears them and parses to null. Names are read by the tool. */
export function clearablePlaces() {
  return z
    .union([
      z.string().min(1).max(200).meta(unsaid),
      z.array(z.string().min(1).max(80).meta(unsaid)).min(1).max(20),
    ])
    .transform((value) => {
      const names = (Array.isArray(value) ? value : value.split(/[,،;\n]/))
        .map((name) => name.trim())
        .filter(Boolean);
      return names.some(meansAny) ? null : names;
    })
    .describe('Districts or areas of Cyprus; they replace the stored ones.');
}

/** A note, up to 2,000 characters; "any" clears those that are stored and parses to null. */
export function clearableNote() {
  return z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .transform((value) => (CLEARS_NOTES.has(normalizeText(value)) ? null : value))
    .describe('Added to the notes.');
}

function read(schema: z.ZodType<number>, value: unknown, context: z.RefinementCtx): number {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues)
    context.addIssue({ code: 'custom', message: issue.message, input: value });
  return z.NEVER;
}
