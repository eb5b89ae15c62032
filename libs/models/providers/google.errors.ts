import { retryAfterMs as pauseOf } from '#outbound';
import { parsedJson } from '#text';
import type { ModelError } from '../model.errors.ts';
import { failureParts, providerError, type CalledServer } from './provider-failure.ts';

/** The error in the body of an answer (`google.rpc.Status`). */
interface GoogleStatus {
  message?: unknown;
  details?: { reason?: unknown; retryDelay?: unknown }[];
}

/**
 * Converts an SDK error to a `ModelError`.
 *
 * @param retryAfterMs from the response header, which the SDK's error does not contain.
 */
export function googleError(
  cause: unknown,
  server: CalledServer,
  started: boolean,
  retryAfterMs: number | undefined,
): ModelError {
  const { status, message: said } = failureParts(cause);
  const text = String(said);
  const { message, details } = statusIn(text);
  const listed = Array.isArray(details) ? details : [];
  // `google.rpc.RetryInfo`, such as `"27s"` or `"1.5s"`. A wait has no date, so any time serves.
  const [delay] = listed.flatMap(({ retryDelay }) => (typeof retryDelay === 'string' ? [retryDelay] : []));
  return providerError({
    ...server,
    status,
    message: typeof message === 'string' ? message : text,
    codes: listed.map(({ reason }) => reason),
    started,
    retryAfterMs: retryAfterMs ?? pauseOf(delay?.replace(/s$/, ''), new Date(0)),
    cause,
  });
}

/** Reads the SDK's error message, which is the response body as JSON, in a stream behind `got status: …. `. */
function statusIn(text: string): GoogleStatus {
  const body = parsedJson(text.slice(Math.max(0, text.indexOf('{')))) as { error?: GoogleStatus } | undefined;
  return body?.error ?? {};
}
