import { TurnpikeError, type ErrorTraits, type ToolErrorClass } from '#contracts';

/** What stands between a request and the outside world. Messages name the host, never path, query or headers. */
export abstract class OutboundError extends TurnpikeError {
  constructor(
    message: string,
    /** What a tool that lets it pass has failed with. */
    readonly toolErrorClass: ToolErrorClass,
    traits: ErrorTraits,
  ) {
    super(message, traits);
  }

  /** What a tool that lets it pass answers with as `data`. */
  get help(): Record<string, unknown> | undefined {
    return this.retryAfterMs === undefined ? undefined : { retryAfterMs: this.retryAfterMs };
  }

  /** What was to be sent may have left all the same, whatever the class says. */
  get outcome(): 'unknown' | undefined {
    return undefined;
  }
}

/** Why a request was not sent. */
export type RefusalReason = 'malformed_url' | 'scheme' | 'credentials' | 'port' | 'address' | 'downgrade';

/** The request, or one that it was redirected to, must not be sent. */
export class OutboundRefusedError extends OutboundError {
  /** What an operator may change to allow it; undefined where nothing does. */
  readonly setting: 'HTTP_ALLOW_HOSTS' | undefined;

  /** @param allowedBy the entry of `HTTP_ALLOW_HOSTS` that would let it through, where one would. */
  constructor(
    readonly reason: RefusalReason,
    detail: string,
    allowedBy?: string,
  ) {
    const setting = allowedBy === undefined ? undefined : 'HTTP_ALLOW_HOSTS';
    super(
      setting
        ? `${detail}. Who operates this installation can allow it: ${allowedBy} in ${setting}, and a restart.`
        : `${detail}.`,
      setting ? 'FORBIDDEN' : 'VALIDATION_FAILED',
      { code: 'OUTBOUND_REFUSED', kind: 'invalid' },
    );
    this.setting = setting;
  }

  override get help(): Record<string, unknown> | undefined {
    return this.setting && { missingSettings: [this.setting] };
  }
}

/** No answer, or not the whole of it, within the time of one attempt. */
export class OutboundTimeoutError extends OutboundError {
  constructor(host: string, timeoutMs: number) {
    super(`${host} did not answer within ${timeoutMs / 1_000} s.`, 'TIMEOUT', {
      code: 'OUTBOUND_TIMEOUT',
      kind: 'unavailable',
      retry: 'retry',
    });
  }
}

/** The host has no address, takes no connection, or broke it off. */
export class OutboundUnavailableError extends OutboundError {
  constructor(host: string, cause: unknown) {
    super(`${host} cannot be reached.`, 'UPSTREAM_UNAVAILABLE', {
      code: 'OUTBOUND_UNAVAILABLE',
      kind: 'unavailable',
      retry: 'retry',
      cause,
    });
  }
}

/** The answer is larger than the caller takes, compressed or not. */
export class OutboundTooLargeError extends OutboundError {
  constructor(host: string, maxBytes: number) {
    super(`The answer of ${host} is larger than ${maxBytes} bytes.`, 'LIMIT_EXCEEDED', {
      code: 'OUTBOUND_TOO_LARGE',
      kind: 'upstream',
    });
  }
}

/** The answer cannot be read: redirects without an end, an unknown encoding, no JSON where there should be some. */
export class OutboundContentError extends OutboundError {
  constructor(host: string, what: string, cause?: unknown) {
    super(`The answer of ${host} cannot be read: ${what}.`, 'UPSTREAM_ERROR', {
      code: 'OUTBOUND_CONTENT',
      kind: 'upstream',
      cause,
    });
  }
}

/** The service answered with a status of 400 or above. */
export class OutboundHttpError extends OutboundError {
  constructor(
    host: string,
    readonly status: number,
    /** The answer's text, cut; it may hold anything, so that it is for the tool to judge and not for a log. */
    readonly bodyText: string,
    retryAfterMs: number | undefined,
  ) {
    const errorClass = errorClassOfStatus(status);
    super(`${host} answered with status ${status}.`, errorClass, {
      code: 'OUTBOUND_HTTP',
      kind: errorClass === 'UPSTREAM_UNAVAILABLE' || errorClass === 'TIMEOUT' ? 'unavailable' : 'upstream',
      ...(errorClass === 'UPSTREAM_REJECTED' ? {} : { retry: 'retry' as const }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  }
}

function errorClassOfStatus(status: number): ToolErrorClass {
  if (status === 429) return 'RATE_LIMITED';
  if (status === 408) return 'TIMEOUT';
  if (status === 502 || status === 503 || status === 504) return 'UPSTREAM_UNAVAILABLE';
  return status < 500 ? 'UPSTREAM_REJECTED' : 'UPSTREAM_ERROR';
}
