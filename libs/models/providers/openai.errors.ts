import type { Clock } from '#config';
import { OutboundRefusedError } from '#outbound';
import { ModelError } from '../model.errors.ts';
import { failureParts, providerError, retryAfterOf, type CalledServer } from './provider-failure.ts';

/** Converts an SDK error to a `ModelError`. `started` is true if the answer had begun. */
export function openaiError(
  cause: unknown,
  server: CalledServer,
  started: boolean,
  clock: Clock,
): ModelError {
  const refused = refusalIn(cause);
  if (refused)
    return new ModelError(
      'NOT_CONFIGURED',
      `${server.label} may not be called (${server.model}): ${refused.message}`,
      {
        cause,
      },
    );
  const { status, message = 'no message', headers, name } = failureParts(cause);
  return providerError({
    ...server,
    status,
    message,
    started,
    timedOut: name === 'APIConnectionTimeoutError' || /timed out/i.test(message),
    retryAfterMs: retryAfterOf(headers, clock.now()),
    cause,
  });
}

/** Finds the error of the outbound guard, which the SDK and fetch wrap. */
function refusalIn(cause: unknown): OutboundRefusedError | undefined {
  for (let error = cause; error instanceof Error; error = error.cause)
    if (error instanceof OutboundRefusedError) return error;
  return undefined;
}
