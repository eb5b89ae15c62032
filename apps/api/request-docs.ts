import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { z } from 'zod';
import { documentedSchema } from './documented-schema.ts';

/** Documents an optional header that `schema` validates. Paths, queries and bodies are documented from their decorators. */
export function ApiRequestHeader(name: string, schema: z.ZodOptional): MethodDecorator {
  const { description, ...documented } = documentedSchema(schema, 'input');
  return ApiHeader({ name, required: false, description, schema: documented });
}

/** Documents an answer of server-sent events. */
export const ApiEventStream = (description: string): MethodDecorator =>
  ApiResponse({
    status: 200,
    description,
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  });
