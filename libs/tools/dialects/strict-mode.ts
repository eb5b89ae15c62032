import { isObject, resolveReference, typesOf, type JsonSchema } from './json-schema.ts';

/** True if the schema has objects with arbitrary fields or untyped values, which strict mode would forbid. */
export function isOpen(schema: unknown, isRoot = true): boolean {
  if (!isObject(schema)) return true;
  // An absent `additionalProperties` does not count as open, because the translation sets it to false.
  const { additionalProperties = false, patternProperties } = schema as JsonSchema;
  if (additionalProperties !== false || patternProperties !== undefined) return true;
  const isAnyObject = typesOf(schema).includes('object') && !('properties' in schema) && !combines(schema);
  return (isAnyObject && !isRoot) || partsOf(schema).some((part) => isOpen(part, false));
}

/** True if strict mode rejects a part of the translated schema. */
export function isRefused(root: JsonSchema, schema: unknown = root): boolean {
  if (!isObject(schema)) return true;
  const { $ref, items } = schema;
  if (typeof $ref === 'string' && !resolveReference(root, $ref)) return true;
  if (!['type', 'enum', 'anyOf', '$ref'].some((keyword) => keyword in schema)) return true;
  if (typesOf(schema).includes('array') && !isObject(items)) return true;
  return partsOf(schema).some((part) => isRefused(root, part));
}

function combines(schema: JsonSchema): boolean {
  return ['anyOf', 'oneOf', 'allOf', '$ref'].some((keyword) => keyword in schema);
}

function partsOf({ properties, $defs, definitions, items, ...rest }: JsonSchema): unknown[] {
  const named = [properties, $defs, definitions].flatMap((parts) =>
    isObject(parts) ? Object.values(parts) : [],
  );
  const listed = [rest.prefixItems, rest.anyOf, rest.oneOf, rest.allOf].flatMap((parts) => parts ?? []);
  return [...named, ...listed, ...(isObject(items) ? [items] : [])];
}
