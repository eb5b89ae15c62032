import { ModelError } from '../model.errors.ts';

const MAX_QUOTED_CHARACTERS = 300;

/** What the SDK's errors have in common; its classes are only loaded when a call is made. */
interface ApiFailure {
  status?: number;
  message?: string;
  headers?: Headers;
  name?: string;
}

/**
 * Says what went wrong in the terms of {@link ModelError}. `started` tells that the answer had begun.
 * A rejected key is never quoted: providers repeat a part of it in their message.
 */
export function openaiError(cause: unknown, model: string, started: boolean): ModelError {
  const failure = (typeof cause === 'object' && cause !== null ? cause : {}) as ApiFailure;
  const { status } = failure;
  const said = (failure.message ?? 'no message').slice(0, MAX_QUOTED_CHARACTERS);
  const options = { status, cause };
  if (status === undefined) {
    if (failure.name === 'APIConnectionTimeoutError' || /timed out/i.test(said)) {
      return new ModelError('TIMEOUT', `OpenAI did not answer in time (${model}).`, options);
    }
    return started
      ? new ModelError('BROKEN_STREAM', `The answer of OpenAI broke off (${model}): ${said}`, options)
      : new ModelError('UNAVAILABLE', `OpenAI cannot be reached (${model}): ${said}`, options);
  }
  if (status === 401 || status === 403) {
    const message = `OpenAI rejected the key with status ${status}: check OPENAI_API_KEY.`;
    return new ModelError('KEY_REJECTED', message, { status });
  }
  if (status === 408) return new ModelError('TIMEOUT', `OpenAI gave up waiting (${model}): ${said}`, options);
  if (status === 429) {
    const retryAfterMs = retryAfterOf(failure.headers);
    return new ModelError('RATE_LIMITED', `OpenAI limits the rate (${model}): ${said}`, {
      ...options,
      retryAfterMs,
    });
  }
  if (status >= 500) return new ModelError('UNAVAILABLE', `OpenAI failed (${model}): ${said}`, options);
  return new ModelError('BAD_REQUEST', `OpenAI refused the request (${model}): ${said}`, options);
}

/** `retry-after-ms`, else `retry-after` in seconds; a date there is left to the caller's own pause. */
function retryAfterOf(headers: Headers | undefined): number | undefined {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return milliseconds;
  const seconds = Number(headers?.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}
