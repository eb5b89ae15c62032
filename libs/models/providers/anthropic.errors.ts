import type { Clock } from '#config';
import type { ModelError } from '../model.errors.ts';
import { failureParts, providerError, retryAfterOf, type CalledServer } from './provider-failure.ts';

/** What an error inside a stream, which has no status, would have had as one. */
const STATUS_OF_TYPE: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

/** Says what went wrong in the terms of `ModelError`. `started` tells that the answer had begun. */
export function anthropicError(
  cause: unknown,
  asked: CalledServer,
  started: boolean,
  clock: Clock,
): ModelError {
  const { status, message = 'no message', headers, name, type } = failureParts(cause);
  return providerError({
    ...asked,
    status: status ?? (type ? STATUS_OF_TYPE[type] : undefined),
    said: message,
    started,
    timedOut: name === 'APIConnectionTimeoutError' || /timed out/i.test(message),
    retryAfterMs: retryAfterOf(headers, clock.now()),
    cause,
  });
}
