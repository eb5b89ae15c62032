/** Kinds of errors. The kind alone determines the HTTP status (`libs/http/to-problem.ts`). */
export const errorKinds = [
  /** A value is invalid; `pointer` names it if it is a field of the request. */
  'invalid',
  /** The content type is not supported. */
  'unsupported',
  /** Credentials are missing or wrong. */
  'unauthenticated',
  'forbidden',
  'not_found',
  /** The request is valid but conflicts with the current state. */
  'conflict',
  /** A limit of the org or of the caller is exceeded; `retryAfterMs` is the time until it allows a retry. */
  'too_many',
  /** A setting or a key is missing or wrong; the message names it. */
  'not_configured',
  /** A dependency is temporarily unavailable: database, queue, provider. */
  'unavailable',
  /** Another service rejected the request or sent an unreadable response. */
  'upstream',
  /** A bug in Turnpike. The message goes to the log, never to a client. */
  'defect',
] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** The person who can act on the error. Errors for operators and developers have log level ERROR unless a retry may succeed. */
type ErrorAudience = 'client' | 'operator' | 'developer';
/** Whether the same work, unchanged, may succeed later. */
export type RetryClass = 'retry' | 'fail';

export interface ErrorTraits {
  /** Machine-readable cause, such as `UNKNOWN_AGENT`; part of the problem's `type`. */
  code: Uppercase<string>;
  kind: ErrorKind;
  /** Default: `client`. */
  audience?: ErrorAudience;
  /** Default: `fail`. */
  retry?: RetryClass;
  /** JSON Pointer (RFC 6901) to the invalid field of the request. */
  pointer?: string;
  /** Time in milliseconds after which a retry can succeed. */
  retryAfterMs?: number;
  cause?: unknown;
}

/**
 * Base class of all expected errors. Two exhaustive switches handle them: one maps `kind` to the HTTP status, the other
 * `retry` to the state of the turn. A new error class needs no change in either.
 */
export class TurnpikeError extends Error {
  readonly code: Uppercase<string>;
  readonly kind: ErrorKind;
  readonly audience: ErrorAudience;
  readonly retry: RetryClass;
  readonly pointer: string | undefined;
  readonly retryAfterMs: number | undefined;

  /** @param message one plain sentence for the audience; for a `defect` it appears in the log only. */
  constructor(message: string, traits: ErrorTraits) {
    super(message, { cause: traits.cause });
    // The name is the error's type in traces.
    this.name = new.target === TurnpikeError ? traits.code : new.target.name;
    this.code = traits.code;
    this.kind = traits.kind;
    this.audience = traits.audience ?? 'client';
    this.retry = traits.retry ?? 'fail';
    this.pointer = traits.pointer;
    this.retryAfterMs = traits.retryAfterMs;
  }
}

/** True if the message alone is enough for the log. Other errors are logged with their stack. */
export function isForeseen(error: unknown): error is TurnpikeError {
  return error instanceof TurnpikeError && error.kind !== 'defect';
}
