import { retryAfterMs as pauseOf } from '#outbound';
import { ModelError } from '../model.errors.ts';

const MAX_QUOTED_CHARACTERS = 300;

/** Who was asked, as a failure names it. */
export interface CalledServer {
  /** As people call the provider. */
  label: string;
  /** The setting that holds its keys. */
  setting: string;
  model: string;
}

/** What an SDK's error says, whatever its class; the classes are only loaded when a call is made. */
export interface ProviderFailure extends CalledServer {
  /** Of HTTP; undefined where the connection itself failed. */
  status?: number;
  said: string;
  /** The answer had begun. */
  started: boolean;
  timedOut?: boolean;
  retryAfterMs?: number;
  cause: unknown;
}

/**
 * Says what went wrong in the terms of {@link ModelError}. A rejected key is never quoted: providers repeat a part of it
 * in their message.
 */
export function providerError(failure: ProviderFailure): ModelError {
  const { label, setting, model, status, started, cause, retryAfterMs } = failure;
  const said = failure.said.slice(0, MAX_QUOTED_CHARACTERS);
  const options = { status, cause };
  if (failure.timedOut || status === 408 || status === 504)
    return new ModelError('TIMEOUT', `${label} did not answer in time (${model}).`, options);
  if (status === undefined) {
    return started
      ? new ModelError('BROKEN_STREAM', `The answer of ${label} broke off (${model}): ${said}`, options)
      : new ModelError('UNAVAILABLE', `${label} cannot be reached (${model}): ${said}`, options);
  }
  if (status === 401 || status === 403) {
    const message = `${label} rejected the key with status ${status}: check ${setting}.`;
    return new ModelError('KEY_REJECTED', message, { status });
  }
  if (status === 402)
    // The account may be topped up at any time: the key rests, as one that is limited.
    return new ModelError('RATE_LIMITED', `${label} wants to be paid first (${model}): ${said}`, options);
  if (status === 404)
    // A model that the provider has retired, or that the key may not use: another one answers in its place.
    return new ModelError('NOT_CONFIGURED', `${label} does not know the model ${model}: ${said}`, options);
  if (status === 429) {
    const limited = { ...options, retryAfterMs };
    return new ModelError('RATE_LIMITED', `${label} limits the rate (${model}): ${said}`, limited);
  }
  if (status >= 500 || status === 409)
    return new ModelError('UNAVAILABLE', `${label} failed (${model}): ${said}`, options);
  return new ModelError('BAD_REQUEST', `${label} refused the request (${model}): ${said}`, options);
}

/** What a provider asks to wait: `retry-after-ms`, else `retry-after` in seconds or as a date. */
export function retryAfterOf(headers: Headers | undefined, now: Date): number | undefined {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return milliseconds;
  return pauseOf(headers?.get('retry-after') ?? undefined, now);
}

/** An SDK's error as a plain object of what it may have. */
export function failureParts(cause: unknown): {
  status?: number;
  message?: string;
  headers?: Headers;
  name?: string;
  type?: string | null;
} {
  return typeof cause === 'object' && cause !== null ? cause : {};
}
