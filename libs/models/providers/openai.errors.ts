import type { Clock } from '#config';
import { OutboundRefusedError, OutboundTooLargeError } from '#outbound';
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
  const refused = errorIn(cause, OutboundRefusedError);
  if (refused)
    return new ModelError('NOT_CONFIGURED', `${label} may not be called (${model}): ${refused.message}`, {
      cause,
    });
  const tooLarge = errorIn(cause, OutboundTooLargeError);
  if (tooLarge)
    return new ModelError('EXCESSIVE', `The answer of ${label} is too large (${model}).`, { cause });
  return providerError({ ...server, ...sdkFailure(cause, clock), started });
}

/** Finds an error of the outbound guard, which the SDK and fetch wrap. */
function errorIn<Kind extends Error>(
  cause: unknown,
  kind: new (...given: never[]) => Kind,
): Kind | undefined {
  for (let error = cause; error instanceof Error; error = error.cause)
    if (error instanceof kind) return error;
  return undefined;
}
