import { isObject, resolveReference, schemaOf, typesOf, type JsonSchema } from '../dialects/json-schema.ts';

/** Maximum nesting of references and combinators, which ends schemas that only refer to themselves. */
const MAX_STEPS = 32;

/** All plain schemas that may apply to a value here, after resolving references and combinators. */
export function branchesOf(root: JsonSchema, given: unknown, steps = 0): JsonSchema[] {
  const schema = schemaOf(given);
  if (steps > MAX_STEPS) return [];
  const target = typeof schema.$ref === 'string' ? resolveReference(root, schema.$ref) : undefined;
  const others = [
    ...(target ? [target] : []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
  ];
  const own = Object.keys(schema).some((keyword) => !['$ref', 'anyOf', 'oneOf', 'allOf'].includes(keyword));
  return [...(own ? [schema] : []), ...others.flatMap((other) => branchesOf(root, other, steps + 1))];
}

/** The values in `const` or `enum`; undefined if the schema has neither. */
export function namedValues(schema: JsonSchema): unknown[] | undefined {
  if ('const' in schema) return [schema.const];
  return schema.enum;
}

export function takesText(schema: JsonSchema, text: string): boolean {
  const values = namedValues(schema);
  return values ? values.includes(text) : typesOf(schema).includes('string');
}

export function takesNumbers(schema: JsonSchema): boolean {
  return takes(schema, ['number', 'integer'], 'number');
}

export function takesBooleans(schema: JsonSchema): boolean {
  return takes(schema, ['boolean'], 'boolean');
}

function takes(schema: JsonSchema, types: string[], kind: string): boolean {
  if (typesOf(schema).some((type) => types.includes(type))) return true;
  return (namedValues(schema) ?? []).some((value) => typeof value === kind);
}

export function isList(schema: JsonSchema): boolean {
  return schema.items !== undefined || schema.prefixItems !== undefined;
}

/** True if the schema describes fields of an object. */
export function isFields(schema: JsonSchema): boolean {
  return schema.properties !== undefined || schema.additionalProperties !== undefined;
}

/** True if a constant of the branch differs from the object, so that the object is of another kind. */
export function isOtherKind(schema: JsonSchema, object: Record<string, unknown>): boolean {
  return Object.entries(schema.properties ?? {}).some(([name, property]) => {
    if (!isObject(property) || !('const' in property) || !Object.hasOwn(object, name)) return false;
    return String(object[name]) !== String(property.const);
  });
}
