import { createHash } from 'node:crypto';
import { isObject } from '../dialects/json-schema.ts';

/** JSON with sorted properties, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => (isObject(part) ? sorted(part) : part)) ?? 'null';
}

/** SHA-256 of the canonical JSON of `value`, in hexadecimal. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

function sorted(object: Record<string, unknown>): Record<string, unknown> {
  // Built from entries: an own `__proto__` stays a property.
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
