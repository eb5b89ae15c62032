import { applyDecorators } from '@nestjs/common';
import { ApiResponse, type ApiResponseOptions, type OpenAPIObject } from '@nestjs/swagger';
import { problem, PROBLEM_MEDIA_TYPE } from '#contracts';
import { documentedSchema, type DocumentedSchema } from './documented-schema.ts';

const SCHEMA_NAME = 'Problem';

const MEANINGS = {
  400: 'The request cannot be read: its path is not valid percent-encoding, or its body is not JSON.',
  401: 'The API key is missing, unknown or revoked.',
  403: 'The API key lacks the required scope.',
  404: 'The org has nothing with this id.',
  409: 'The request conflicts with the current state; `detail` explains why.',
  413: 'The body is larger than 256 KiB.',
  415: 'The body is not application/json.',
  422: 'The request is invalid; `errors` lists each invalid field.',
  429: 'A limit of the org is reached; `Retry-After` gives the seconds to wait.',
  502: 'The provider of the model refused the call, or its answer cannot be read.',
  503: 'The database is unavailable. The request may or may not have taken effect. `Retry-After` gives the seconds to wait.',
} as const;
type ProblemStatus = keyof typeof MEANINGS;

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds after which to try again.',
    schema: { type: 'integer' as const, minimum: 0 },
  },
};
const HEADERS: Record<number, ApiResponseOptions['headers']> = {
  401: {
    'WWW-Authenticate': { description: 'Scheme of the keys.', schema: { type: 'string' as const } },
  },
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};

/** Documents the errors of a route beyond those that {@link addImpliedProblems} adds, each a problem of RFC 9457. */
export function ApiProblems(...statuses: ProblemStatus[]): MethodDecorator {
  return applyDecorators(...statuses.map((status) => ApiProblem(status, MEANINGS[status])));
}

/** Documents an error that means something else on this route than on others. */
export function ApiProblem(status: number, description: string): MethodDecorator {
  return ApiResponse({ status, ...problemResponse(status, description) });
}

function problemResponse(status: number, description: string) {
  return {
    description,
    ...(HEADERS[status] ? { headers: HEADERS[status] } : {}),
    content: { [PROBLEM_MEDIA_TYPE]: { schema: { $ref: `#/components/schemas/${SCHEMA_NAME}` } } },
  };
}

/** Documents the errors that every route of a kind can return. A description on the route itself takes precedence. */
export function addImpliedProblems(paths: OpenAPIObject['paths']): void {
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { responses }] of Object.entries(operations as Record<string, Operation>))
      for (const status of impliedStatuses(path, method))
        responses[status] ??= problemResponse(status, MEANINGS[status]);
}

interface Operation {
  responses: Record<string, object>;
}

/** A route with an id can get an unknown or malformed one. All methods except GET parse a body, even if none is expected. */
function impliedStatuses(path: string, method: string): ProblemStatus[] {
  return [
    401,
    403,
    422,
    503,
    ...(path.includes('{') ? ([400, 404] as const) : []),
    ...(method === 'get' ? [] : ([400, 413, 415] as const)),
  ];
}

/** Schemas that problem responses reference by name. */
export function problemSchemas(): Record<string, DocumentedSchema> {
  return { [SCHEMA_NAME]: documentedSchema(problem, 'output') };
}
