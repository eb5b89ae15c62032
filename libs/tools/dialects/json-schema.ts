/** A JSON Schema (draft 2020-12) as an object. {@link schemaOf} converts `true` and `false`. */
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

/** Converts any value to a schema: `false` allows nothing, `true` and all other non-objects allow everything. */
export function schemaOf(value: unknown): JsonSchema {
  if (value === false) return { not: {} };
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The types of a schema; empty if it does not restrict them. */
export function typesOf(schema: JsonSchema): string[] {
  return [schema.type ?? []].flat();
}

/**
 * Resolves a reference within the same document; undefined if the target does not exist or is in another document.
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

/** Splits a text at white space into a set of keywords. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
