import type { Clock } from '#config';
import { OutboundRefusedError } from '#outbound';
import { ModelError } from '../model.errors.ts';
import { providerError, sdkFailure, type CalledServer } from './provider-failure.ts';

/** Converts an SDK error to a `ModelError`. `started` is true if the answer had begun. */
export function openaiError(
  cause: unknown,
  server: CalledServer,
  started: boolean,
  clock: Clock,
): ModelError {
  const { label, model } = server;
  const refused = refusalIn(cause);
  if (refused)
    return new ModelError('NOT_CONFIGURED', `${label} may not be called (${model}): ${refused.message}`, {
      cause,
    });
  return providerError({ ...server, ...sdkFailure(cause, clock), started });
}

/** Finds the error of the outbound guard, which the SDK and fetch wrap. */
function refusalIn(cause: unknown): OutboundRefusedError | undefined {
  for (let error = cause; error instanceof Error; error = error.cause)
    if (error instanceof OutboundRefusedError) return error;
  return undefined;
}
