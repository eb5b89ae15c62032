import { isObject, wordsOf } from '../json-schema.ts';

/** What a provider says of the schemas that it takes. */
export interface Subset {
  keywords: ReadonlySet<string>;
  /** More that it says of one schema. */
  also?: (schema: Record<string, unknown>, isRoot: boolean) => string[];
}

/** Where `schema` leaves the subset; empty when it does not. Written against the documents, not the adapters. */
export function violations(schema: unknown, subset: Subset, path = '#'): string[] {
  if (!isObject(schema)) return [`${path}: is no schema`];
  const own = Object.keys(schema)
    .filter((keyword) => !subset.keywords.has(keyword))
    .map((keyword) => `${path}: ${keyword} is not supported`);
  const also = (subset.also?.(schema, path === '#') ?? []).map((problem) => `${path}: ${problem}`);
  const parts: [string, unknown][] = [];
  for (const keyword of ['properties', '$defs'])
    for (const [name, part] of Object.entries((schema[keyword] as object | undefined) ?? {}))
      parts.push([`${keyword}/${name}`, part]);
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems'])
    for (const [index, part] of ((schema[keyword] as unknown[] | undefined) ?? []).entries())
      parts.push([`${keyword}/${index}`, part]);
  for (const keyword of ['items', 'additionalProperties'])
    if (typeof schema[keyword] === 'object') parts.push([keyword, schema[keyword]]);
  return [...own, ...also, ...parts.flatMap(([place, part]) => violations(part, subset, `${path}/${place}`))];
}

const OPENAI_FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];

/** https://platform.openai.com/docs/guides/structured-outputs#supported-schemas */
export const OPENAI_STRICT: Subset = {
  keywords: wordsOf(`
    type description enum const anyOf $ref $defs properties required additionalProperties
    items minItems maxItems pattern format multipleOf minimum maximum exclusiveMinimum
    exclusiveMaximum`),
  also: (schema, isRoot) => {
    const problems: string[] = [];
    const isObjectType = [schema.type].flat().includes('object');
    if (isRoot && (schema.type !== 'object' || 'anyOf' in schema))
      problems.push('the root must be an object');
    if (isObjectType && schema.additionalProperties !== false) problems.push('the object is open');
    if (isObjectType) {
      const names = Object.keys((schema.properties as object | undefined) ?? {});
      const required = (schema.required as string[] | undefined) ?? [];
      if (names.some((name) => !required.includes(name)) || required.some((name) => !names.includes(name)))
        problems.push('not exactly all fields are required');
    }
    if (typeof schema.format === 'string' && !OPENAI_FORMATS.includes(schema.format))
      problems.push(`format ${schema.format}`);
    if (typeof schema.$ref === 'string' && Object.keys(schema).length > 1) problems.push('$ref has siblings');
    if (!['type', 'anyOf', '$ref', 'enum'].some((keyword) => keyword in schema))
      problems.push('it has no type');
    return problems;
  },
};

/** Tools without strict mode: any JSON Schema with a plain object at the top. */
export function plainRootProblems(schema: Record<string, unknown>): string[] {
  const refused = ['anyOf', 'oneOf', 'allOf', 'enum', 'not', '$ref'].filter((keyword) => keyword in schema);
  return schema.type === 'object' ? refused : ['the root must be an object', ...refused];
}

/** https://ai.google.dev/api/generate-content#FIELDS.response_json_schema */
export const GEMINI: Subset = {
  keywords: wordsOf(`
    $id $defs $ref $anchor type format title description enum items prefixItems minItems
    maxItems minimum maximum anyOf oneOf properties additionalProperties required
    propertyOrdering`),
  also: (schema, isRoot) => {
    const problems: string[] = [];
    if (isRoot && schema.type !== 'object') problems.push('the root must be an object');
    const values = (schema.enum as unknown[] | undefined) ?? [];
    if (values.some((value) => typeof value !== 'string' && typeof value !== 'number'))
      problems.push('enum takes strings and numbers');
    if ('$ref' in schema && Object.keys(schema).some((keyword) => !keyword.startsWith('$')))
      problems.push('$ref has siblings');
    return problems;
  },
};
