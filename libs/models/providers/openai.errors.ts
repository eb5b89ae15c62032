import type { Clock } from '#config';
import type { ModelError } from '../model.errors.ts';
import { failureParts, providerError, retryAfterOf } from './provider-failure.ts';

/** Says what went wrong in the terms of `ModelError`. `started` tells that the answer had begun. */
export function openaiError(cause: unknown, model: string, started: boolean, clock: Clock): ModelError {
  const { status, message = 'no message', headers, name } = failureParts(cause);
  return providerError({
    label: 'OpenAI',
    setting: 'OPENAI_API_KEY',
    model,
    status,
    said: message,
    started,
    timedOut: name === 'APIConnectionTimeoutError' || /timed out/i.test(message),
    retryAfterMs: retryAfterOf(headers, clock.now()),
    cause,
  });
}
