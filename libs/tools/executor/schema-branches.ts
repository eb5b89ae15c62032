import { isObject, resolveReference, schemaOf, typesOf, type JsonSchema } from '../dialects/json-schema.ts';

/** References and combinators within each other; deeper is a schema that never says anything. */
const MAX_STEPS = 32;

/** All plain schemas that a value at this place may be read by: what references and combinators lead to. */
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

/** The values that a schema names; undefined where it names none. */
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

/** Those that say something of the fields of an object. */
export function isFields(schema: JsonSchema): boolean {
  return schema.properties !== undefined || schema.additionalProperties !== undefined;
}

/** True when the constants of the branch are not those of the object: it is another kind. */
export function isOtherKind(schema: JsonSchema, object: Record<string, unknown>): boolean {
  return Object.entries(schema.properties ?? {}).some(([name, property]) => {
    if (!isObject(property) || !('const' in property) || !Object.hasOwn(object, name)) return false;
    return String(object[name]) !== String(property.const);
  });
}
