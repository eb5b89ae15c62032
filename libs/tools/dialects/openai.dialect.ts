import type { DescribedTool } from './described-tool.ts';
import { typesOf, wordsOf, type JsonSchema } from './json-schema.ts';
import { withObjectRoot } from './object-root.ts';
import { SchemaRewriter, type DialectRules } from './rewrite-schema.ts';
import { exceedsStrictLimits } from './strict-limits.ts';
import { isOpen, isRefused } from './strict-mode.ts';

export interface OpenAiFunctionTool {
  type: 'function';
  function: { name: string; description: string; parameters: Record<string, unknown>; strict?: boolean };
}

export interface OpenAiDialectOptions {
  /**
   * Makes the provider enforce the schema if it fits the strict subset. Only for OpenAI itself; compatible servers
   * receive the schema unchanged.
   */
  strict: boolean;
}

/**
 * The subset of strict mode: https://platform.openai.com/docs/guides/structured-outputs#supported-schemas (February
 * 2026).
 */
const STRICT: DialectRules = {
  keywords: wordsOf(`
    type enum anyOf $ref $defs properties required additionalProperties items pattern format
    multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems`),
  formats: wordsOf('date-time time date duration email hostname ipv4 ipv6 uuid'),
  enumValue: (value) => value === null || typeof value !== 'object',
  // OpenAI's engine supports neither lookaround nor back-references.
  pattern: (pattern) => !/\(\?[=!<]|\\[1-9kpP]/.test(pattern),
  references: 'kept',
  tuples: 'as lists',
  object: closed,
};

/**
 * Converts a tool to a function tool of OpenAI. In strict mode every field is required; an optional field may be null,
 * which the executor treats as absent. A schema that strict mode does not support (open objects, untyped values, above
 * its limits) is sent unchanged, with `strict: false`.
 */
export function toOpenAiTool(
  { name, description, parameters }: DescribedTool,
  options: OpenAiDialectOptions,
): OpenAiFunctionTool {
  return { type: 'function', function: { name, description, ...translated(parameters, options.strict) } };
}

type Parameters = Pick<OpenAiFunctionTool['function'], 'parameters' | 'strict'>;
/** Cache of translated schemas, which are needed for every model call and change only with their tool. */
const known = {
  strict: new WeakMap<object, Parameters>(),
  loose: new WeakMap<object, Parameters>(),
};

function translated(parameters: Record<string, unknown>, strict: boolean): Parameters {
  const memory = strict ? known.strict : known.loose;
  const made =
    memory.get(parameters) ?? (strict ? strictly(parameters) : { parameters: withObjectRoot(parameters) });
  memory.set(parameters, made);
  return made;
}

function strictly(parameters: Record<string, unknown>): Parameters {
  const root = withObjectRoot(parameters);
  if (isOpen(root)) return { parameters: root, strict: false };
  const schema = new SchemaRewriter(root, STRICT).rewrite(root);
  return isRefused(schema) || exceedsStrictLimits(schema)
    ? { parameters: root, strict: false }
    : { parameters: schema, strict: true };
}

/** Makes every field required, lets optional fields be null, and forbids further fields. */
function closed(object: JsonSchema): JsonSchema {
  const required = new Set(object.required ?? []);
  const properties = Object.fromEntries(
    Object.entries(object.properties ?? {}).map(([name, property]) => [
      name,
      required.has(name) ? property : orNull(property),
    ]),
  );
  return { ...object, properties, required: Object.keys(properties), additionalProperties: false };
}

function orNull(schema: JsonSchema): JsonSchema {
  const types = typesOf(schema);
  if (types.length > 0 && !schema.anyOf) {
    return {
      ...schema,
      type: types.includes('null') ? types : [...types, 'null'],
      ...(schema.enum && { enum: schema.enum.includes(null) ? schema.enum : [...schema.enum, null] }),
    };
  }
  const { description, ...rest } = schema;
  const branches = rest.anyOf && Object.keys(rest).length === 1 ? rest.anyOf : [rest];
  const withNull = branches.some((branch) => branch.type === 'null')
    ? branches
    : [...branches, { type: 'null' }];
  return { anyOf: withNull, ...(description !== undefined && { description }) };
}
