import type { DescribedTool } from './described-tool.ts';
import { wordsOf } from './json-schema.ts';
import { withObjectRoot } from './object-root.ts';
import { SchemaRewriter, type DialectRules } from './rewrite-schema.ts';

export interface GeminiFunctionDeclaration {
  name: string;
  description: string;
  /** Absent for a function without parameters. */
  parametersJsonSchema?: Record<string, unknown>;
}

/**
 * `parametersJsonSchema` supports the subset of JSON Schema that the reference of `responseJsonSchema` lists
 * (https://ai.google.dev/api/generate-content#FIELDS.response_json_schema). References are inlined, because Gemini
 * accepts cyclic references only below optional fields, and no keyword beside a `$ref`.
 */
const GEMINI: DialectRules = {
  keywords: wordsOf(`
    type format title enum items prefixItems minItems maxItems minimum maximum anyOf
    properties additionalProperties required`),
  enumValue: (value) => typeof value === 'string' || typeof value === 'number',
  references: 'written out',
  tuples: 'kept',
};

/** Converts a tool to a function declaration of Gemini. Constraints outside its subset move into the descriptions. */
export function toGeminiFunction({
  name,
  description,
  parameters,
}: DescribedTool): GeminiFunctionDeclaration {
  const root = withObjectRoot(parameters);
  const schema = new SchemaRewriter(root, GEMINI).rewrite(root);
  const hasParameters = Object.keys(schema.properties ?? {}).length > 0 || schema.additionalProperties;
  return { name, description, ...(hasParameters && { parametersJsonSchema: schema }) };
}
