const { hasOwn, values } = Object;

/** One of the letters of `__proto__` as an escape; what writes JSON has none of them. */
const ESCAPED_LETTER = /\\u00(?:5f|6f|7[024])/i;

/**
 * Reads JSON that a program wrote. Members named `__proto__` are left out: they are harmless here, and not in code
 * that copies objects carelessly.
 */
export function parseGuestJson(json: string): unknown {
  const parsed: unknown = JSON.parse(json);
  if (json.includes('__proto__') || ESCAPED_LETTER.test(json)) dropPrototypes(parsed);
  return parsed;
}

/** Without recursion, as a reviver would have it: a deep value must not end the process. */
function dropPrototypes(parsed: unknown): void {
  const left = [parsed];
  for (let value; left.length > 0;) {
    value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    // Deleting what is not there makes an object of many members slow, and takes long itself.
    if (hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
    for (const member of values(value)) if (typeof member === 'object') left.push(member);
  }
}
