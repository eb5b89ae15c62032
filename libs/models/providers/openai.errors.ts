import type { Clock } from '#config';
import { OutboundRefusedError } from '#outbound';
import { ModelError } from '../model.errors.ts';
import { failureParts, providerError, retryAfterOf, type CalledServer } from './provider-failure.ts';

/** Says what went wrong in the terms of `ModelError`. `started` tells that the answer had begun. */
export function openaiError(cause: unknown, asked: CalledServer, started: boolean, clock: Clock): ModelError {
  const refused = refusalIn(cause);
  if (refused)
    return new ModelError(
      'NOT_CONFIGURED',
      `${asked.label} may not be asked (${asked.model}): ${refused.message}`,
      {
        cause,
      },
    );
  const { status, message = 'no message', headers, name } = failureParts(cause);
  return providerError({
    ...asked,
    status,
    said: message,
    started,
    timedOut: name === 'APIConnectionTimeoutError' || /timed out/i.test(message),
    retryAfterMs: retryAfterOf(headers, clock.now()),
    cause,
  });
}

/** The SDK and fetch wrap what the guard of outbound requests has said. */
function refusalIn(cause: unknown): OutboundRefusedError | undefined {
  for (let error = cause; error instanceof Error; error = error.cause)
    if (error instanceof OutboundRefusedError) return error;
  return undefined;
}
