/** Replaces characters that PostgreSQL rejects. */
export const REPLACEMENT = '\ufffd';

/**
 * JSON text of `value` for a `jsonb` parameter. PostgreSQL rejects NUL and lone surrogates, which occur in texts of models,
 * tools and clients; each becomes the replacement character. `undefined` becomes JSON null.
 */
export function jsonbText(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null';
  if (!/\\u(?:0000|d[89a-f])/.test(json)) return json;
  // The pattern consumes each backslash with the character that it escapes. JSON.stringify does not escape complete pairs,
  // so an escaped surrogate is always a lone one.
  return json.replace(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g, (escape) =>
    escape.length > 2 ? REPLACEMENT : escape,
  );
}
