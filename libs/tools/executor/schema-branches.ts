import { foldedWord, meantValue, namedWord, type NamedWord } from '#pack-kit';
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

/** True if the schema accepts any text, or reads text itself. */
export function takesText(schema: JsonSchema): boolean {
  return 'readsText' in schema || keepsText(schema);
}

/** True if the schema accepts any text as it is. */
export function keepsText(schema: JsonSchema): boolean {
  return !('readsText' in schema) && !namedValues(schema) && typesOf(schema).includes('string');
}

const wordsOfSchemas = new WeakMap<JsonSchema, NamedWord<string>[]>();

/** The words of `const` or `enum`, normalised once per schema. */
function wordsOf(schema: JsonSchema): NamedWord<string>[] {
  const known = wordsOfSchemas.get(schema);
  if (known) return known;
  const texts = (namedValues(schema) ?? []).filter((value) => typeof value === 'string');
  const words = texts.map((text) => namedWord(text, text));
  wordsOfSchemas.set(schema, words);
  return words;
}

/** The named value that a text means; undefined if there is none. */
export function namedValueIn(branches: readonly JsonSchema[], text: string): string | undefined {
  return meantValue(branches.flatMap(wordsOf), text);
}

export function takes(schema: JsonSchema, kind: 'number' | 'boolean' | 'null'): boolean {
  const types = kind === 'number' ? ['number', 'integer'] : [kind];
  if (typesOf(schema).some((type) => types.includes(type))) return true;
  return (namedValues(schema) ?? []).some((value) => (value === null ? 'null' : typeof value) === kind);
}

export function isList(schema: JsonSchema): boolean {
  return schema.items !== undefined || schema.prefixItems !== undefined || typesOf(schema).includes('array');
}

export function isObjects(schema: JsonSchema): boolean {
  return isFields(schema) || typesOf(schema).includes('object');
}

/** True if the schema describes fields of an object. */
export function isFields(schema: JsonSchema): boolean {
  return schema.properties !== undefined || schema.additionalProperties !== undefined;
}

/** True if a constant of the branch differs from the object, so that the object is of another kind. */
export function isOtherKind(schema: JsonSchema, object: Record<string, unknown>): boolean {
  return Object.entries(schema.properties ?? {}).some(([name, property]) => {
    if (!isObject(property) || !('const' in property) || !Object.hasOwn(object, name)) return false;
    return foldedWord(String(object[name])) !== foldedWord(String(property.const));
  });
}
