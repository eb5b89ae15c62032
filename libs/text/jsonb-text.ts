/** The character stored in place of one that PostgreSQL refuses. */
export const REPLACEMENT = '\ufffd';

/**
 * JSON text of `value` for a `jsonb` parameter. PostgreSQL refuses NUL and halves of surrogate pairs there, and models,
 * tools and senders write both; each becomes the replacement character. `undefined` is JSON null.
 */
export function jsonbText(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null';
  if (!/\\u(?:0000|d[89a-f])/.test(json)) return json;
  // Each backslash is taken with what it escapes. JSON.stringify writes whole pairs as they are, so an escaped
  // surrogate is always half of one.
  return json.replace(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g, (escape) =>
    escape.length > 2 ? REPLACEMENT : escape,
  );
}
