import type { Clock } from '#config';
import type { ModelError } from '../model.errors.ts';
import { providerError, sdkFailure, type CalledServer } from './provider-failure.ts';

/** Converts an SDK error to a `ModelError`. `started` is true if the answer had begun. */
export function anthropicError(
  cause: unknown,
  server: CalledServer,
  started: boolean,
  clock: Clock,
): ModelError {
  return providerError({ ...server, ...sdkFailure(cause, clock), started });
}
