/** What happened, in the words of the edge: the HTTP status goes by it alone (`libs/http/problem.filter.ts`). */
export const errorKinds = [
  /** A value does not fit; `pointer` names it where it is a field of the request. */
  'invalid',
  /** Content of a kind that is not taken. */
  'unsupported',
  /** Nobody, or somebody with a wrong password, is asking. */
  'unauthenticated',
  'forbidden',
  'not_found',
  /** It fits, but not the present state. */
  'conflict',
  /** A limit of the org or of the caller; `retryAfterMs` says until when. */
  'too_many',
  /** A setting or a key is missing or wrong; the message names it. */
  'not_configured',
  /** What this depends on is away for the moment: database, queue, provider. */
  'unavailable',
  /** Another service understood the request and said no, or answered what cannot be read. */
  'upstream',
  /** A mistake of ours. Its message is for the log, never for a client. */
  'defect',
] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** Who can act on it. For the last two it is logged with level ERROR, unless a retry may mend it. */
type ErrorAudience = 'client' | 'operator' | 'developer';
/** Whether the same work, unchanged, may succeed later. */
export type RetryClass = 'retry' | 'fail';

export interface ErrorTraits {
  /** Names the cause for programs and rows, such as `UNKNOWN_AGENT`; ends up in the problem's `type`. */
  code: Uppercase<string>;
  kind: ErrorKind;
  /** `client` when absent. */
  audience?: ErrorAudience;
  /** `fail` when absent. */
  retry?: RetryClass;
  /** JSON Pointer (RFC 6901) of the field of the request that is meant. */
  pointer?: string;
  /** The earliest moment, from now, at which a retry makes sense. */
  retryAfterMs?: number;
  cause?: unknown;
}

/**
 * Every error that we foresee. Two exhaustive switches read it and nothing else: one maps `kind` to the HTTP
 * status, one `retry` to the state of the turn; a new error needs no line in either.
 */
export class TurnpikeError extends Error {
  readonly code: Uppercase<string>;
  readonly kind: ErrorKind;
  readonly audience: ErrorAudience;
  readonly retry: RetryClass;
  readonly pointer: string | undefined;
  readonly retryAfterMs: number | undefined;

  /** @param message one plain sentence that the audience may read; of a `defect`, only the log has it. */
  constructor(message: string, traits: ErrorTraits) {
    super(message, { cause: traits.cause });
    this.name = new.target.name;
    this.code = traits.code;
    this.kind = traits.kind;
    this.audience = traits.audience ?? 'client';
    this.retry = traits.retry ?? 'fail';
    this.pointer = traits.pointer;
    this.retryAfterMs = traits.retryAfterMs;
  }
}

/** True when the message alone says all that a reader can use; of anything else the stack is wanted. */
export function isForeseen(error: unknown): error is TurnpikeError {
  return error instanceof TurnpikeError && error.kind !== 'defect';
}
