/**
 * Reads JSON that a program wrote. Members named `__proto__` are left out: they are harmless here, and not in code
 * that copies objects carelessly.
 */
export function parseGuestJson(json: string): unknown {
  const parsed: unknown = JSON.parse(json);
  if (json.includes('__proto__') || json.includes('\\u')) dropPrototypes(parsed);
  return parsed;
}

/** Without recursion, as a reviver would have it: a deep value must not end the process. */
function dropPrototypes(parsed: unknown): void {
  const left = [parsed];
  for (let value; left.length > 0;) {
    value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    Reflect.deleteProperty(value, '__proto__');
    for (const member of Object.values(value)) left.push(member);
  }
}
