import { applyDecorators } from '@nestjs/common';
import { ApiParam, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';

interface PropertySchema extends Record<string, unknown> {
  description?: string;
}

/** Documents every query parameter of a route from the schema that validates them. */
export function ApiQueries(schema: z.ZodObject): MethodDecorator {
  const document = z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'input' });
  const properties = (document.properties ?? {}) as Record<string, PropertySchema>;
  return applyDecorators(
    ...Object.entries(properties).map(([name, { description, ...property }]) =>
      ApiQuery({
        name,
        required: (document.required ?? []).includes(name),
        ...(description ? { description } : {}),
        schema: property,
      }),
    ),
  );
}

/** Documents a parameter in the path that is the id of a platform row. */
export const ApiIdParam = (name: string): MethodDecorator =>
  ApiParam({ name, schema: { type: 'string', format: 'uuid' } });

/** Documents an answer of server-sent events. */
export const ApiEventStream = (description: string): MethodDecorator =>
  ApiResponse({
    status: 200,
    description,
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  });
