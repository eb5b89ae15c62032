/** A JSON Schema (draft 2020-12) as an object; `true` and `false` are spelled out by {@link schemaOf}. */
export interface JsonSchema {
  [keyword: string]: unknown;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  $defs?: Record<string, JsonSchema>;
  $ref?: string;
}

/** Any value where a schema is expected: `true` allows all, `false` nothing. */
export function schemaOf(value: unknown): JsonSchema {
  if (value === false) return { not: {} };
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The types that a schema names; none where it leaves them open. */
export function typesOf(schema: JsonSchema): string[] {
  return [schema.type ?? []].flat();
}

/**
 * The schema that a reference within the same document points to, or undefined where it points nowhere or elsewhere.
 *
 * @param reference such as `#`, `#/$defs/Node` or `#/definitions/Node`.
 */
export function resolveReference(root: JsonSchema, reference: string): JsonSchema | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let place: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isObject(place) && !Array.isArray(place)) return undefined;
    place = Object.hasOwn(place, name) ? (place as Record<string, unknown>)[name] : undefined;
  }
  return isObject(place) ? place : undefined;
}

/** The words of a text, as a set of keywords is written best. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
