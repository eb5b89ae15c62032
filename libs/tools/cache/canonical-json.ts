import { hash } from 'node:crypto';
import { isObject } from '../dialects/json-schema.ts';

/** JSON with sorted properties, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? 'null';
}

/** SHA-256 of the canonical JSON of `value`, in hexadecimal. */
export function hashOf(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'hex');
}

/** Copies only what is not in order, since a function given to `JSON.stringify` takes longer than the writing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(sorted);
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  if (!isObject(value)) return value;
  if (typeof value.toJSON === 'function') return sorted(value.toJSON(''));
  const names = Object.keys(value);
  let isSame = true;
  const entries = names.map((name, at): [string, unknown] => {
    const part = value[name];
    const own = sorted(part);
    isSame &&= own === part && (at === 0 || (names[at - 1] ?? '') < name);
    return [name, own];
  });
  if (isSame) return value;
  // Built from entries: an own `__proto__` stays a property.
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
