import { ProblemError } from '#http';
import { IdentityError, SignInThrottledError, type IdentityErrorCode } from '#identity';

export const notSignedIn = () => new ProblemError(401, 'not-signed-in', 'Sign in to the console first.');
export const notAllowed = (detail: string) => new ProblemError(403, 'not-allowed', detail);
export const notFound = (detail: string) => new ProblemError(404, 'not-found', detail);

/** The console's answers to errors of the libs below. */
export function toProblem(error: unknown): ProblemError | undefined {
  if (!(error instanceof IdentityError)) return undefined;
  const code = error.code.toLowerCase().replaceAll('_', '-');
  return new ProblemError(statusOf(error.code), code, error.message, { headers: headersOf(error) });
}

function headersOf(error: IdentityError): Record<string, string> {
  if (!(error instanceof SignInThrottledError)) return {};
  return { 'retry-after': String(Math.ceil(error.retryAfterMs / 1_000)) };
}

function statusOf(code: IdentityErrorCode): number {
  switch (code) {
    case 'ORG_NOT_FOUND':
    case 'USER_NOT_FOUND':
    case 'API_KEY_NOT_FOUND':
      return 404;
    case 'ALREADY_EXISTS':
    case 'SECRETS_KEY_MISSING':
    case 'SECRET_UNREADABLE':
      return 409;
    case 'INVALID_IDENTITY':
      return 422;
    case 'SIGN_IN_FAILED':
      return 401;
    case 'SIGN_IN_THROTTLED':
      return 429;
  }
}
