import type { Clock } from '#config';
import { retryAfterMs as pauseOf } from '#outbound';
import { ModelError } from '../model.errors.ts';

const MAX_QUOTED_CHARACTERS = 300;

/** The called server, for error messages. */
export interface CalledServer {
  /** Display name of the provider. */
  label: string;
  /** The setting with its keys. */
  setting: string;
  model: string;
}

/** The content of an SDK's error. Independent of its class, since SDKs are only loaded for a call. */
export interface ProviderFailure extends CalledServer {
  /** HTTP status; undefined if the connection failed. */
  status?: number;
  message: string;
  /** True if the answer had begun. */
  started: boolean;
  timedOut?: boolean;
  retryAfterMs?: number;
  cause: unknown;
}

/**
 * Converts a failure to a {@link ModelError}. Messages about rejected keys are not quoted, since providers repeat
 * part of the key in them.
 */
export function providerError(failure: ProviderFailure): ModelError {
  const { label, setting, model, status, started, cause, retryAfterMs } = failure;
  const message = failure.message.slice(0, MAX_QUOTED_CHARACTERS);
  const options = { status, cause };
  if (failure.timedOut || status === 408 || status === 504)
    return new ModelError('TIMEOUT', `${label} did not answer in time (${model}).`, options);
  if (status === undefined) {
    return started
      ? new ModelError('BROKEN_STREAM', `The answer of ${label} broke off (${model}): ${message}`, options)
      : new ModelError('UNAVAILABLE', `${label} cannot be reached (${model}): ${message}`, options);
  }
  if (status === 401 || status === 403) {
    const rejection = `${label} rejected the key with status ${status}: check ${setting}.`;
    return new ModelError('KEY_REJECTED', rejection, { status });
  }
  if (status === 402)
    // Retried, since the account can be topped up at any time: the key goes into cooldown.
    return new ModelError('RATE_LIMITED', `${label} requires payment (${model}): ${message}`, options);
  if (status === 404)
    // The provider has retired the model, or the key may not use it: another model answers.
    return new ModelError('NOT_CONFIGURED', `${label} does not know the model ${model}: ${message}`, options);
  if (status === 429) {
    const limited = { ...options, retryAfterMs };
    return new ModelError('RATE_LIMITED', `${label} limits the rate (${model}): ${message}`, limited);
  }
  if (status >= 500 || status === 409)
    return new ModelError('UNAVAILABLE', `${label} failed (${model}): ${message}`, options);
  return new ModelError('BAD_REQUEST', `${label} refused the request (${model}): ${message}`, options);
}

/** Returns the wait requested by the provider: `retry-after-ms`, else `retry-after` in seconds or as a date. */
export function retryAfterOf(headers: Headers | undefined, now: Date): number | undefined {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return milliseconds;
  return pauseOf(headers?.get('retry-after') ?? undefined, now);
}

/** Returns an SDK error as a plain object with optional fields. */
export function failureParts(cause: unknown): {
  status?: number;
  message?: string;
  headers?: Headers;
  name?: string;
  type?: string | null;
} {
  return typeof cause === 'object' && cause !== null ? cause : {};
}

/** Reads an error of the SDKs of OpenAI and Anthropic, which have the same fields. */
export function sdkFailure(cause: unknown, clock: Clock) {
  const { status, message = 'no message', headers, name } = failureParts(cause);
  const timedOut = name === 'APIConnectionTimeoutError' || /timed out/i.test(message);
  return { status, message, timedOut, retryAfterMs: retryAfterOf(headers, clock.now()), cause };
}
