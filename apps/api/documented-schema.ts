import type { OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';

type SchemasObject = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Documented = Parameters<NonNullable<z.core.ToJSONSchemaParams['override']>>[0];
export type DocumentedSchema = Exclude<SchemasObject[string], { $ref: string }>;

/**
 * The input or the output of a validator as a schema of OpenAPI 3.1, which uses JSON Schema 2020-12.
 *
 * @throws Error for a schema that JSON Schema cannot express.
 */
export function documentedSchema(schema: z.ZodType, io: 'input' | 'output'): DocumentedSchema {
  const { $schema: _dialect, ...documented } = z.toJSONSchema(schema, { io, override: keepDefault });
  // The types of Nest are still those of OpenAPI 3.0.
  return documented as DocumentedSchema;
}

/**
 * Like {@link documentedSchema}, with the schemas of `names` as components of the document, so that a generated client has a
 * type for each of them.
 */
export function documentedByName(
  schema: z.ZodType,
  io: 'input' | 'output',
  names: ReadonlyMap<z.ZodType, string>,
): { schema: DocumentedSchema; components: Record<string, DocumentedSchema> } {
  const metadata = new NamedSchemas(names);
  const whole = z.toJSONSchema(schema, { io, override: keepDefault, metadata });
  const {
    $schema: _dialect,
    $defs = {},
    ...documented
  } = JSON.parse(JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/')) as typeof whole;
  return {
    schema: documented as DocumentedSchema,
    components: $defs as Record<string, DocumentedSchema>,
  };
}

/** Schema metadata plus names that exist only in this document. */
class NamedSchemas extends z.core.$ZodRegistry<z.core.JSONSchemaMeta> {
  constructor(private readonly names: ReadonlyMap<z.core.$ZodType, string>) {
    super();
  }

  override get<Schema extends z.core.$ZodType>(schema: Schema): z.core.JSONSchemaMeta | undefined {
    const id = this.names.get(schema);
    const said = z.globalRegistry.get(schema);
    return id === undefined ? said : { ...said, id };
  }
}

/**
 * zod omits the default of a schema that parses text, because the default has the parsed type. The document describes the
 * parsed type, so this adds it.
 */
function keepDefault({ zodSchema, jsonSchema }: Documented): void {
  if (zodSchema._zod.def.type === 'default') jsonSchema.default = zodSchema._zod.def.defaultValue;
}
