import type { OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';

type SchemasObject = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Documented = Parameters<NonNullable<z.core.ToJSONSchemaParams['override']>>[0];
export type DocumentedSchema = Exclude<SchemasObject[string], { $ref: string }>;

/**
 * What a validator takes or gives, in the words of OpenAPI 3.1, which are those of JSON Schema 2020-12.
 *
 * @throws Error for a schema that no JSON Schema can say.
 */
export function documentedSchema(schema: z.ZodType, io: 'input' | 'output'): DocumentedSchema {
  const { $schema: _dialect, ...documented } = z.toJSONSchema(schema, { io, override: keepDefault });
  // Nest's types are those of OpenAPI 3.0 still.
  return documented as DocumentedSchema;
}

/** zod leaves out the defaults of what is read from text, as they are of the type that it is read as; so is the document. */
function keepDefault({ zodSchema, jsonSchema }: Documented): void {
  if (zodSchema._zod.def.type === 'default') jsonSchema.default = zodSchema._zod.def.defaultValue;
}
