import { z } from 'zod';
import { COLUMN_MIN } from './argument-readers.ts';

/** Where counts and amounts begin, of columns and of JavaScript: models need not read that. */
const MINIMA = new Set<unknown>([COLUMN_MIN, Number.MIN_SAFE_INTEGER, 0, 1]);

/** Higher limits are guards that no plausible call reaches; the error of one that does names the limit. */
const MAX_SHOWN_NUMBER = 10_000_000;
const MAX_SHOWN_CHARACTERS = 200;
const MAX_SHOWN_ITEMS = 5;

/** Metadata of a schema whose limits are guards, which models need not read. */
export const unsaid = { maxLength: undefined, maxItems: undefined, pattern: undefined };

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
  // Models need not read this limit: it is a few characters, and any real value is longer.
  delete jsonSchema.minLength;
  if ((jsonSchema.maximum ?? 0) > MAX_SHOWN_NUMBER) delete jsonSchema.maximum;
  if (MINIMA.has(jsonSchema.minimum)) delete jsonSchema.minimum;
  if (jsonSchema.exclusiveMinimum === 0) delete jsonSchema.exclusiveMinimum;
  if (jsonSchema.minItems === 1) delete jsonSchema.minItems;
  if ((jsonSchema.maxLength ?? 0) > MAX_SHOWN_CHARACTERS) delete jsonSchema.maxLength;
  if ((jsonSchema.maxItems ?? 0) > MAX_SHOWN_ITEMS) delete jsonSchema.maxItems;
  // The pattern repeats the format in up to 300 characters.
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  const { propertyNames } = jsonSchema;
  if (JSON.stringify(propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
}
