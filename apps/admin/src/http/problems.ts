import { HttpException } from '@nestjs/common';
import { DatabaseUnavailableError } from '#database';
import { IdentityError, SignInThrottledError, type IdentityErrorCode } from '#identity';
import type { Problem } from '#contracts';

/** An error that already knows how it is told to the caller. */
export class ProblemException extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly errors?: Problem['errors'],
  ) {
    super(detail);
    this.name = 'ProblemException';
  }
}

export const notSignedIn = () => new ProblemException(401, 'Not signed in', 'Sign in to the console first.');
export const notAllowed = (detail: string) => new ProblemException(403, 'Not allowed', detail);
export const notFound = (detail: string) => new ProblemException(404, 'Not found', detail);

export interface MappedProblem {
  problem: Problem;
  retryAfterSeconds?: number;
  /** A fault of ours: level ERROR, a person must look. */
  unexpected: boolean;
}

/** How any error is told to the caller. What is not expected says nothing of its cause. */
export function problemFor(error: unknown): MappedProblem {
  if (error instanceof ProblemException) return expected(error.status, error.title, error.detail, error.errors);
  if (error instanceof IdentityError) return identityProblem(error);
  if (error instanceof DatabaseUnavailableError) {
    return { ...expected(503, 'Database unavailable', 'The database cannot be reached at the moment.'), retryAfterSeconds: 5 };
  }
  const status = statusOf(error);
  if (status !== undefined && status < 500) return expected(status, titleOf(status), detailOf(error, status));
  return { problem: problemOf(500, 'Unexpected error', 'The console could not do this. The people who run it can find out why.'), unexpected: true };
}

function identityProblem(error: IdentityError): MappedProblem {
  const status = statusOfIdentity(error.code);
  const mapped = expected(status, titleOf(status), error.message);
  if (!(error instanceof SignInThrottledError)) return mapped;
  return { ...mapped, retryAfterSeconds: Math.ceil(error.retryAfterMs / 1_000) };
}

function statusOfIdentity(code: IdentityErrorCode): number {
  switch (code) {
    case 'ORG_NOT_FOUND':
    case 'USER_NOT_FOUND':
    case 'API_KEY_NOT_FOUND':
      return 404;
    case 'ALREADY_EXISTS':
      return 409;
    case 'INVALID_IDENTITY':
      return 422;
    case 'SIGN_IN_FAILED':
      return 401;
    case 'SIGN_IN_THROTTLED':
      return 429;
    case 'SECRETS_KEY_MISSING':
    case 'SECRET_UNREADABLE':
      return 409;
  }
}

function expected(status: number, title: string, detail: string, errors?: Problem['errors']): MappedProblem {
  return { problem: problemOf(status, title, detail, errors), unexpected: false };
}

function problemOf(status: number, title: string, detail: string, errors?: Problem['errors']): Problem {
  return { type: 'about:blank', title, status, detail, ...(errors ? { errors } : {}) };
}

/** Of Nest's exceptions, and of Fastify's, which carry a `statusCode` (a body that is no JSON, or too large). */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  return undefined;
}

const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Not valid',
  429: 'Too many requests',
};

function titleOf(status: number): string {
  return TITLES[status] ?? 'Request refused';
}

function detailOf(error: unknown, status: number): string {
  if (status === 404) return 'There is nothing at this address.';
  return error instanceof Error ? error.message : titleOf(status);
}
