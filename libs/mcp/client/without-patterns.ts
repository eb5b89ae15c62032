import { isRecord } from '#pack-kit';

/** Keywords whose regular expressions would run on model output. */
const PATTERNS: ReadonlySet<string> = new Set(['pattern', 'patternProperties', 'propertyNames']);
/** Keywords whose values map names chosen by the server, such as `pattern`, to schemas. */
const BY_NAME: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);
/** Keywords whose values are not schemas. */
const VALUES: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/**
 * Removes all regular expressions from a server's JSON Schema. A pattern such as `^(a+)+$` can run for hours on forty
 * letters and would block the whole process.
 */
export function withoutPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPatterns);
  if (!isRecord(schema)) return schema;
  const kept = Object.entries(schema).filter(
    ([keyword]) =>
      !PATTERNS.has(keyword) &&
      // `additionalProperties` applies to fields that match no pattern, which can no longer be determined.
      !(keyword === 'additionalProperties' && 'patternProperties' in schema),
  );
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, valueOf(keyword, value)]));
}

function valueOf(keyword: string, value: unknown): unknown {
  if (VALUES.has(keyword)) return value;
  if (!BY_NAME.has(keyword) || !isRecord(value)) return withoutPatterns(value);
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, withoutPatterns(schema)]));
}
