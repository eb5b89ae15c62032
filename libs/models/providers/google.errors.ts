import type { ModelError } from '../model.errors.ts';
import { failureParts, providerError, type CalledServer } from './provider-failure.ts';

/** `retryDelay` of `google.rpc.RetryInfo` in the error's body, such as `"27s"` or `"1.5s"`. */
const RETRY_DELAY = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/;

/** Google answers an unknown key with status 400. */
const INVALID_KEY = /API_KEY_INVALID|API key not valid|API key expired/;

/**
 * Converts an SDK error to a `ModelError`.
 *
 * @param retryAfterMs from the response header, which the SDK's error does not contain.
 */
export function googleError(
  cause: unknown,
  server: CalledServer,
  started: boolean,
  retryAfterMs: number | undefined,
): ModelError {
  const { status, message = 'no message' } = failureParts(cause);
  const delay = RETRY_DELAY.exec(message)?.[1];
  return providerError({
    ...server,
    status: status === 400 && INVALID_KEY.test(message) ? 401 : status,
    message: messageIn(message),
    started,
    retryAfterMs: retryAfterMs ?? (delay === undefined ? undefined : Number(delay) * 1_000),
    cause,
  });
}

/** Extracts the message: the SDK's error message is the response body as JSON. */
function messageIn(message: string): string {
  try {
    const { error } = JSON.parse(message) as { error?: { message?: unknown } };
    return typeof error?.message === 'string' ? error.message : message;
  } catch {
    return message;
  }
}
