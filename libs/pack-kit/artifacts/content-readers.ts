import { z } from 'zod';

/** True for an object that is no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * An object whose properties callers also give under other names: `{ unitPrice: 'price cost' }`. Letter case and
 * punctuation of a name do not matter. A text or number in place of the object is read by `alone`.
 */
export function alsoNamed<Schema extends z.ZodType>(
  schema: Schema,
  names: Record<string, string>,
  alone?: (value: string) => unknown,
) {
  const meant = new Map(
    Object.entries(names).flatMap(([name, others]) =>
      others.split(' ').map((other) => [other, name] as const),
    ),
  );
  return z.preprocess((value) => {
    if ((typeof value === 'string' && !value.trimStart().startsWith('{')) || typeof value === 'number')
      return alone ? alone(String(value)) : value;
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).map(([name, part]) => {
      const known = meant.get(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
      return [known === undefined || Object.hasOwn(value, known) ? name : known, part] as const;
    });
    return Object.fromEntries(entries);
  }, schema);
}

/** A list that callers also give as an object of its items: `{ LED: 2 }` is `[{ signal: 'LED', pin: 2 }]`. */
export function alsoByName<Item extends z.ZodType>(
  list: z.ZodArray<Item>,
  { key, value: main }: { key: string; value: string },
) {
  return z.preprocess((value) => {
    if (!isRecord(value) || Object.hasOwn(value, key)) return value;
    return Object.entries(value).map(([name, part]) =>
      isRecord(part) ? { [key]: name, ...part } : { [key]: name, [main]: part },
    );
  }, list);
}
