import type { ModelError } from '../model.errors.ts';
import { failureParts, providerError, type CalledServer } from './provider-failure.ts';

/** `retryDelay` of `google.rpc.RetryInfo` in the error's body, such as `"27s"` or `"1.5s"`. */
const RETRY_DELAY = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/;

/** Google answers 400 to a key that it does not know. */
const INVALID_KEY = /API_KEY_INVALID|API key not valid|API key expired/;

/**
 * Says what went wrong in the terms of `ModelError`.
 *
 * @param retryAfterMs of the response's header, which the SDK's error does not have.
 */
export function googleError(
  cause: unknown,
  asked: CalledServer,
  started: boolean,
  retryAfterMs: number | undefined,
): ModelError {
  const { status, message = 'no message' } = failureParts(cause);
  const delay = RETRY_DELAY.exec(message)?.[1];
  return providerError({
    ...asked,
    status: status === 400 && INVALID_KEY.test(message) ? 401 : status,
    said: saidIn(message),
    started,
    retryAfterMs: retryAfterMs ?? (delay === undefined ? undefined : Number(delay) * 1_000),
    cause,
  });
}

/** The SDK's message is the body of the response as JSON. */
function saidIn(message: string): string {
  try {
    const { error } = JSON.parse(message) as { error?: { message?: unknown } };
    return typeof error?.message === 'string' ? error.message : message;
  } catch {
    return message;
  }
}
