import { isObject, resolveReference, typesOf, type JsonSchema } from './json-schema.ts';

/** A part of a schema, with its place for messages. */
type Part = [place: string, schema: unknown];

/**
 * What strict mode would close or refuse: objects with fields of any name, values of any kind.
 *
 * @returns why the schema cannot be said in strict mode; undefined where nothing speaks against it.
 */
export function opennessOf(schema: unknown, place = ''): string | undefined {
  if (!isObject(schema)) return `anything may stand at ${place}`;
  const { additionalProperties, patternProperties } = schema as JsonSchema;
  const at = place || 'the top';
  if (additionalProperties !== undefined && additionalProperties !== false)
    return `${at} takes fields of any name`;
  if (patternProperties !== undefined) return `${at} takes fields by pattern`;
  const isOpenObject = typesOf(schema).includes('object') && !('properties' in schema) && !combines(schema);
  if (isOpenObject && place !== '') return `${at} is any object`;
  return firstOf(partsOf(schema, place), opennessOf);
}

/** @returns the first place of a translated schema that strict mode refuses; undefined where it takes all. */
export function refusedByStrictMode(
  root: JsonSchema,
  schema: unknown = root,
  place = '',
): string | undefined {
  if (!isObject(schema)) return `anything may stand at ${place}`;
  const { $ref } = schema;
  if (typeof $ref === 'string' && !resolveReference(root, $ref))
    return `${place} points to ${$ref}, which is not here`;
  if (!['type', 'enum', 'anyOf', '$ref'].some((keyword) => keyword in schema))
    return `anything may stand at ${place || 'the top'}`;
  if (typesOf(schema).includes('array') && !isObject(schema.items)) return `${place} is a list of anything`;
  return firstOf(partsOf(schema, place), (part, at) => refusedByStrictMode(root, part, at));
}

function combines(schema: JsonSchema): boolean {
  return ['anyOf', 'oneOf', 'allOf', '$ref'].some((keyword) => keyword in schema);
}

function partsOf(schema: JsonSchema, place: string): Part[] {
  const named = (parts: unknown, prefix: string): Part[] =>
    Object.entries(isObject(parts) ? parts : {}).map(([name, part]) => [prefix + name, part]);
  const listed = (parts: unknown, at: string): Part[] =>
    (Array.isArray(parts) ? parts : []).map((part: unknown): Part => [at, part]);
  return [
    ...named(schema.properties, place === '' ? '' : `${place}.`),
    ...named(schema.$defs, '$defs.'),
    ...named(schema.definitions, 'definitions.'),
    ...listed(isObject(schema.items) ? [schema.items] : [], `${place}[]`),
    ...listed(schema.prefixItems, `${place}[]`),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((branches) => listed(branches, place || 'the top')),
  ];
}

function firstOf(
  parts: Part[],
  check: (schema: unknown, place: string) => string | undefined,
): string | undefined {
  for (const [place, schema] of parts) {
    const found = check(schema, place);
    if (found !== undefined) return found;
  }
  return undefined;
}
