import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';
import { problem, PROBLEM_MEDIA_TYPE } from '#contracts';

const SCHEMA_NAME = 'Problem';

const MEANINGS = {
  400: 'The body is not readable JSON.',
  401: 'No API key, or one that is not known or was revoked.',
  403: 'The API key lacks the scope that this needs.',
  404: 'The org has nothing with this id.',
  409: 'It does not fit the present state; `detail` says why.',
  413: 'The body is larger than 256 KiB.',
  415: 'The body is not application/json.',
  422: 'The request does not fit; `errors` names each field.',
  429: 'The org sends too many messages a minute; `Retry-After` says in how many seconds to go on.',
  503: 'The database cannot be reached, and nothing was done; `Retry-After` says when to try again.',
} as const;

/** Documents the errors of a route, each a problem of RFC 9457. */
export function ApiProblems(...statuses: (keyof typeof MEANINGS)[]): MethodDecorator {
  return applyDecorators(...statuses.map((status) => ApiProblem(status, MEANINGS[status])));
}

/** Documents an error that means something else on this route than on others. */
export function ApiProblem(status: number, description: string): MethodDecorator {
  return ApiResponse({
    status,
    description,
    content: { [PROBLEM_MEDIA_TYPE]: { schema: { $ref: `#/components/schemas/${SCHEMA_NAME}` } } },
  });
}

/** What {@link ApiProblems} refers to, by name, for the schemas of the document. */
export function problemSchemas(): Record<string, z.core.JSONSchema.BaseSchema> {
  return { [SCHEMA_NAME]: z.toJSONSchema(problem, { target: 'openapi-3.0' }) };
}
