import type { Clock } from '#config';
import type { ModelError } from '../model.errors.ts';
import { failureParts, providerError, sdkFailure, type CalledServer } from './provider-failure.ts';

/** HTTP status that corresponds to the type of an error within a stream. */
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

/** Converts an SDK error to a `ModelError`. `started` is true if the answer had begun. */
export function anthropicError(
  cause: unknown,
  server: CalledServer,
  started: boolean,
  clock: Clock,
): ModelError {
  const failure = sdkFailure(cause, clock);
  const { type } = failureParts(cause);
  const status = failure.status ?? (type ? STATUS_OF_TYPE[type] : undefined);
  return providerError({ ...server, ...failure, status, started });
}
