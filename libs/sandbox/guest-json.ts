const { hasOwn, values } = Object;

/** A letter of `__proto__` written as an escape, which JSON serializers never do. */
const ESCAPED_LETTER = /\\u00(?:5f|6f|7[024])/i;

/**
 * Parses JSON written by a program. Members named `__proto__` are removed: they are harmless here, but not in code
 * that copies objects carelessly.
 */
export function parseGuestJson(json: string): unknown {
  const parsed: unknown = JSON.parse(json);
  if (json.includes('__proto__') || ESCAPED_LETTER.test(json)) dropPrototypes(parsed);
  return parsed;
}

/** Iterative, unlike a JSON reviver, because a deep value must not exhaust the stack of this process. */
function dropPrototypes(parsed: unknown): void {
  const left = [parsed];
  for (let value; left.length > 0;) {
    value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    // Deleting a missing member is slow and makes a large object slow.
    if (hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
    for (const member of values(value)) if (typeof member === 'object') left.push(member);
  }
}
