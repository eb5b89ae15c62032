import { withSentence } from './describe-keyword.ts';
import { typesOf, wordsOf, type JsonSchema } from './json-schema.ts';
import { withObjectRoot } from './object-root.ts';
import { SchemaRewriter, type DialectRules } from './rewrite-schema.ts';
import { strictLimitsExceeded } from './strict-limits.ts';
import { opennessOf, refusedByStrictMode } from './strict-mode.ts';
import type { DescribedTool, Translated, Translation } from './translation.ts';

/** A function tool of OpenAI's chat completions. */
export interface OpenAiFunctionTool {
  type: 'function';
  function: { name: string; description: string; parameters: Record<string, unknown>; strict?: boolean };
}

export interface OpenAiDialectOptions {
  /**
   * Lets the provider hold the model to the schema, where the schema can be said in its strict subset. For OpenAI
   * itself; servers that only speak its language are given the schema as it is.
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
  // Its engine knows neither lookaround nor back-references.
  pattern: (pattern) => !/\(\?[=!<]|\\[1-9kpP]/.test(pattern),
  references: 'kept',
  tuples: 'as lists',
  object: closed,
};

/** Keywords that no provider takes beside the object at the top. */
const NOT_AT_THE_TOP = ['enum', 'not', 'const'] as const;

/**
 * A function tool of OpenAI. In strict mode every field is required and an optional one may be null, which the
 * executor takes as absent; a schema that strict mode cannot say (open objects, untyped values, beyond its limits)
 * goes as it is, with `strict: false`.
 */
export function toOpenAiTool(
  { name, description, parameters }: DescribedTool,
  options: OpenAiDialectOptions,
): Translated<OpenAiFunctionTool> {
  const { made, translations } = translated(parameters, options.strict);
  return {
    made: { type: 'function', function: { name, description, ...made } },
    translations,
  };
}

type Parameters = Pick<OpenAiFunctionTool['function'], 'parameters' | 'strict'>;
/** Schemas stay the same for as long as their tools; translating them for every model call would be waste. */
const known = {
  strict: new WeakMap<object, Translated<Parameters>>(),
  loose: new WeakMap<object, Translated<Parameters>>(),
};

function translated(parameters: Record<string, unknown>, strict: boolean): Translated<Parameters> {
  const memory = strict ? known.strict : known.loose;
  const made = memory.get(parameters) ?? (strict ? strictly(parameters) : loosely(parameters));
  memory.set(parameters, made);
  return made;
}

function strictly(parameters: Record<string, unknown>): Translated<Parameters> {
  const translations: Translation[] = [];
  const root = withObjectRoot(parameters, translations);
  const open = opennessOf(root);
  if (open !== undefined) return loosely(parameters, open);
  const rewriter = new SchemaRewriter(root, STRICT);
  const schema = rewriter.rewrite(root);
  const refused = refusedByStrictMode(schema) ?? strictLimitsExceeded(schema);
  if (refused !== undefined) return loosely(parameters, refused);
  return {
    made: { parameters: schema, strict: true },
    translations: [...translations, ...rewriter.translations],
  };
}

function loosely(parameters: Record<string, unknown>, why?: string): Translated<Parameters> {
  const translations: Translation[] = [];
  if (why !== undefined) translations.push({ path: '', keyword: 'strict', into: `left out: ${why}` });
  const schema = withObjectRoot(parameters, translations);
  for (const keyword of NOT_AT_THE_TOP) {
    if (!(keyword in schema)) continue;
    schema.description = withSentence(schema.description, `${keyword}: ${JSON.stringify(schema[keyword])}.`);
    delete schema[keyword];
    translations.push({ path: '', keyword, into: 'description' });
  }
  return { made: { parameters: schema, ...(why !== undefined && { strict: false }) }, translations };
}

/** Every field is required; one that was optional may be null instead. Nothing else may come. */
function closed(object: JsonSchema, path: string, translations: Translation[]): JsonSchema {
  const required = new Set(object.required ?? []);
  const properties = Object.fromEntries(
    Object.entries(object.properties ?? {}).map(([name, property]) => {
      if (required.has(name)) return [name, property];
      translations.push({ path: path === '' ? name : `${path}.${name}`, keyword: 'required', into: 'null' });
      return [name, orNull(property)];
    }),
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
