import { cutText } from '#contracts';
import type { Clock } from '#config';
import { OutboundTooLargeError, retryAfterMs as pauseOf } from '#outbound';
import { ModelError, type ModelErrorClass } from '../model.errors.ts';
import { refusedBy } from './refusal.ts';

const MAX_QUOTED_CHARACTERS = 300;

export interface CalledServer {
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
  /** Codes, types and reasons that name the error. */
  codes: readonly unknown[];
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
  const { label, setting, model, status, started, cause, retryAfterMs, codes } = failure;
  const message = cutText(failure.message, MAX_QUOTED_CHARACTERS, '');
  const failed = (errorClass: ModelErrorClass, what: string, more: object = {}) =>
    new ModelError(errorClass, what, { status, cause, ...more });
  if (errorIn(cause, OutboundTooLargeError))
    return failed('EXCESSIVE', `The answer of ${label} is too large (${model}).`);
  if (failure.timedOut || status === 408 || status === 504)
    return failed('TIMEOUT', `${label} did not answer in time (${model}).`);
  if (status === undefined) {
    if (!started)
      return failed('UNAVAILABLE', `${label} cannot be reached (${model}): ${networkCode(cause) ?? message}`);
    return isUnreadable(cause)
      ? failed('UNREADABLE', `The answer of ${label} cannot be read (${model}): ${message}`)
      : failed('BROKEN_STREAM', `The answer of ${label} broke off (${model}): ${message}`);
  }
  if (status >= 500 || status === 409) return failed('UNAVAILABLE', `${label} failed (${model}): ${message}`);
  // The message of 429 can speak of a quota per minute as of a payment; only a code tells them apart.
  const refused = refusedBy(codes, status === 429 ? '' : failure.message);
  const isTooLarge = status === 413 || TOO_LARGE.test(failure.message);
  if (status === 402 || refused === 'payment')
    // Retried, since the account can be topped up at any time: the key goes into cooldown.
    return failed('RATE_LIMITED', `${label} requires payment (${model}): ${message}`, { retryAfterMs });
  if (status === 429 && !isTooLarge)
    return failed('RATE_LIMITED', `${label} limits the rate (${model}): ${message}`, { retryAfterMs });
  if (status === 404 || refused === 'model')
    // The provider has retired the model, or the key may not use it: another model answers.
    return failed('NOT_CONFIGURED', `${label} does not offer the model ${model}: ${message}`);
  if (status === 401 || refused === 'key') {
    const rejection = `${label} rejected the key with status ${status}: check ${setting}.`;
    return new ModelError('KEY_REJECTED', rejection, { status });
  }
  const quoted = status === 403 && /key/i.test(message) ? 'status 403' : message;
  const dialect = refused === 'form' && status !== 403 && !isTooLarge;
  return failed('BAD_REQUEST', `${label} refused the request (${model}): ${quoted}`, { dialect });
}

/** Finds an error of the outbound guard, which the SDK and fetch wrap. */
export function errorIn<Kind extends Error>(
  cause: unknown,
  kind: new (...given: never[]) => Kind,
): Kind | undefined {
  for (let error = cause; error instanceof Error; error = error.cause)
    if (error instanceof kind) return error;
  return undefined;
}

/** The code of the system's or the network's error, such as ENOTFOUND, which SDKs and fetch wrap. */
function networkCode(cause: unknown): string | undefined {
  let found: string | undefined;
  for (let error = cause; error instanceof Error; error = error.cause) {
    const { code } = failureParts(error);
    if (typeof code === 'string') found = code;
  }
  return found;
}

/** A request that alone exceeds the limit of tokens a minute, which OpenAI and Groq answer like a limited key. */
const TOO_LARGE = /^request (?:body )?too large\b|^extra usage is required for long/i;

/** The status and the quote that SDKs put before a message. */
const STATUS_BEFORE = /^(?:\d{3} )?"?/;

/** True if the answer arrived, and is not what the protocol says. A connection that breaks off has other errors. */
function isUnreadable(cause: unknown): boolean {
  const { code, message } = failureParts(cause);
  // Lists and objects that are nested too deep raise a RangeError.
  const isParseError =
    cause instanceof SyntaxError || cause instanceof RangeError || /\bJSON\b/.test(String(message));
  return isParseError || (cause instanceof TypeError && code === undefined && cause.cause === undefined);
}

/** HTTP statuses of errors that arrive without one, within an answer. */
const STATUS_OF = new Map(
  Object.entries({
    400: 'invalid_request_error context_length_exceeded',
    401: 'authentication_error',
    402: 'billing_error insufficient_quota',
    403: 'permission_error',
    404: 'not_found_error model_not_found',
    429: 'rate_limit_error rate_limit_exceeded',
    500: 'api_error server_error',
    504: 'timeout_error',
    529: 'overloaded_error',
  }).flatMap(([status, types]) => types.split(' ').map((type) => [type, Number(status)])),
);

/** Returns the wait requested by the provider: `retry-after-ms`, else `retry-after` in seconds or as a date. */
export function retryAfterOf(headers: Headers | undefined, now: Date): number | undefined {
  const milliseconds = headers?.get('retry-after-ms')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(milliseconds)) return Math.ceil(Number(milliseconds));
  return pauseOf(headers?.get('retry-after') ?? undefined, now);
}

/** Returns an SDK error as a plain object with optional fields. */
export function failureParts(cause: unknown): {
  status?: number;
  message?: unknown;
  headers?: Headers;
  name?: string;
  type?: unknown;
  code?: unknown;
  error?: unknown;
} {
  return typeof cause === 'object' && cause !== null ? cause : {};
}

/** Reads an error of the SDKs of OpenAI and Anthropic, which have the same fields. */
export function sdkFailure(cause: unknown, clock: Clock) {
  const { message: text, headers, name, type, code, error, status: known } = failureParts(cause);
  // Anthropic's SDK gives the whole body, OpenAI's the error in it.
  const body = failureParts(failureParts(error).error ?? error);
  const message = typeof body.message === 'string' ? body.message : String(text).replace(STATUS_BEFORE, '');
  const codes = [code, type, body.code, body.type];
  const statusOfCodes = codes.map(statusOf).find((each) => each !== undefined);
  // Within an answer, an error that has no status may be a refusal.
  const isRefusal = typeof body.message === 'string' && refusedBy(codes, message) !== 'form';
  const status = known ?? statusOfCodes ?? (isRefusal ? 400 : undefined);
  const timedOut =
    status === undefined && (name === 'APIConnectionTimeoutError' || /timed out/i.test(message));
  return { status, message, codes, timedOut, retryAfterMs: retryAfterOf(headers, clock.now()), cause };
}

function statusOf(code: unknown): number | undefined {
  return typeof code === 'number' && code >= 400 && code < 600 ? code : STATUS_OF.get(String(code));
}
