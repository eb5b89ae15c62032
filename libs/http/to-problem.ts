import { HttpException } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { TurnpikeError, type ErrorKind } from '#contracts';
import { DatabaseUnavailableError, isTransientDatabaseError } from '#database';
import { unroutedProblem } from './known-methods.ts';
import { ProblemError } from './problem.error.ts';

/** True if a person must act, which log level ERROR means: false for client errors and for transient failures. */
export function needsSomebody(error: unknown): boolean {
  if (error instanceof ProblemError || isTransientDatabaseError(error)) return false;
  if (error instanceof TurnpikeError) return error.audience !== 'client' && error.retry === 'fail';
  return statusOf(error) >= 500;
}

/** The problem that a client receives for an error. An unexpected error becomes a 500 without details. */
export function toProblem(error: unknown, request: FastifyRequest): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof TurnpikeError) return foreseen(error);
  if (isTransientDatabaseError(error)) return foreseen(new DatabaseUnavailableError(error));
  const status = statusOf(error);
  if (status === 413)
    return new ProblemError(
      413,
      'content-too-large',
      `The body is larger than the ${request.routeOptions.bodyLimit / 1_024} KiB that this route takes.`,
    );
  if (status === 415)
    return new ProblemError(
      415,
      'unsupported-media-type',
      'The body is of a type that this route does not take. All but uploads take JSON: Content-Type: application/json.',
    );
  if (status === 404)
    return request.is404 ? unroutedProblem(request) : new ProblemError(404, 'not-found', messageOf(error));
  if (status >= 400 && status < 500) return new ProblemError(status, 'bad-request', messageOf(error));
  return unforeseen();
}

function foreseen(error: TurnpikeError): ProblemError {
  if (error.kind === 'defect') return unforeseen();
  const { message, pointer, retryAfterMs } = error;
  return new ProblemError(httpStatusOf(error.kind), error.code.toLowerCase().replaceAll('_', '-'), message, {
    ...(pointer === undefined ? {} : { errors: [{ pointer, detail: message }] }),
    ...(retryAfterMs === undefined
      ? {}
      : { headers: { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) } }),
  });
}

function unforeseen(): ProblemError {
  return new ProblemError(500, 'internal', 'The server failed. Quote the trace id when you report this.');
}

/** The only mapping from error kinds to HTTP status codes. */
function httpStatusOf(kind: ErrorKind): number {
  switch (kind) {
    case 'invalid':
      return 422;
    case 'unsupported':
      return 415;
    case 'unauthenticated':
      return 401;
    case 'forbidden':
      return 403;
    case 'not_found':
      return 404;
    case 'conflict':
    case 'not_configured':
      return 409;
    case 'too_many':
      return 429;
    case 'unavailable':
      return 503;
    case 'upstream':
      return 502;
    case 'defect':
      return 500;
  }
}

/** HTTP status of exceptions of Nest and Fastify (invalid JSON, a too large body); otherwise 500. */
function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number')
    return error.statusCode;
  return 500;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The request cannot be read.';
}
