import type { Clock } from '#config';
import { OutboundRefusedError } from '#outbound';
import { ModelError } from '../model.errors.ts';
import { errorIn, providerError, sdkFailure, type CalledServer } from './provider-failure.ts';

/** Converts an error of the SDKs of OpenAI and Anthropic to a `ModelError`. `started` is true if the answer had begun. */
export function sdkError(cause: unknown, server: CalledServer, started: boolean, clock: Clock): ModelError {
  const { label, model } = server;
  const refused = errorIn(cause, OutboundRefusedError);
  if (refused)
    return new ModelError('NOT_CONFIGURED', `${label} may not be called (${model}): ${refused.message}`, {
      cause,
    });
  return providerError({ ...server, ...sdkFailure(cause, clock), started });
}
