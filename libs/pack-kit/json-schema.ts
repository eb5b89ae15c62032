import { z } from 'zod';
import { COLUMN_MAX, COLUMN_MIN } from './argument-readers.ts';

/** Limits of columns and of JavaScript are guards, which models need not read. */
const MAXIMA = new Set<unknown>([COLUMN_MAX, Number.MAX_SAFE_INTEGER]);
const MINIMA = new Set<unknown>([COLUMN_MIN, Number.MIN_SAFE_INTEGER]);

/** Longer limits are guards that no plausible call reaches; the error of one that does names the limit. */
const MAX_SHOWN_CHARACTERS = 200;
const MAX_SHOWN_ITEMS = 10;

type Override = Parameters<NonNullable<z.core.ToJSONSchemaParams['override']>>[0];

/**
 * The JSON Schema of arguments or of a content, for models: with every default, and without what zod adds that tells a
 * writer nothing.
 *
 * @throws Error for a schema that JSON Schema cannot express.
 */
export function inputSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', override: readable });
  return rest;
}

function readable({ zodSchema, jsonSchema }: Override): void {
  // zod omits the default of a schema that parses text, because the default has the parsed type.
  const { def } = zodSchema._zod;
  if (def.type === 'default') jsonSchema.default = def.defaultValue as typeof jsonSchema.default;
  if (JSON.stringify(jsonSchema.default) === '[]') delete jsonSchema.default;
  // Models need not read this limit: an optional value may be empty, and a required one is given anyway.
  if (jsonSchema.minLength === 1) delete jsonSchema.minLength;
  if (MAXIMA.has(jsonSchema.maximum)) delete jsonSchema.maximum;
  if (MINIMA.has(jsonSchema.minimum)) delete jsonSchema.minimum;
  if (jsonSchema.minItems === 1) delete jsonSchema.minItems;
  if ((jsonSchema.maxLength ?? 0) > MAX_SHOWN_CHARACTERS) delete jsonSchema.maxLength;
  if ((jsonSchema.maxItems ?? 0) > MAX_SHOWN_ITEMS) delete jsonSchema.maxItems;
  // The pattern repeats the format in up to 300 characters.
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  const { propertyNames } = jsonSchema;
  if (JSON.stringify(propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
}
