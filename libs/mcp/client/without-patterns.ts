/** Each is run as a regular expression over what a model has written. */
const PATTERNS: ReadonlySet<string> = new Set(['pattern', 'patternProperties', 'propertyNames']);
/** Their values have names that the server chose, and `pattern` may be one of them. */
const BY_NAME: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);
/** Their values are no schemas. */
const VALUES: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/**
 * A foreign JSON Schema without its regular expressions, wherever in it they stand. A server's pattern such as
 * `^(a+)+$` takes hours over forty letters, and every org of the process waits meanwhile.
 */
export function withoutPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPatterns);
  if (!isRecord(schema)) return schema;
  const kept = Object.entries(schema).filter(
    ([keyword]) =>
      !PATTERNS.has(keyword) &&
      // It speaks of the fields that no pattern takes, and which those are is not known any more.
      !(keyword === 'additionalProperties' && 'patternProperties' in schema),
  );
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, valueOf(keyword, value)]));
}

function valueOf(keyword: string, value: unknown): unknown {
  if (VALUES.has(keyword)) return value;
  if (!BY_NAME.has(keyword) || !isRecord(value)) return withoutPatterns(value);
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, withoutPatterns(schema)]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
