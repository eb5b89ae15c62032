import { TurnpikeError, type ErrorTraits, type ToolErrorClass } from '#contracts';

/** Base class of errors of outbound requests. Messages name the host, never path, query or headers. */
export class OutboundError extends TurnpikeError {
  constructor(
    message: string,
    /** Error code of the result of a tool that does not catch the error. */
    readonly toolErrorClass: ToolErrorClass,
    traits: ErrorTraits,
  ) {
    super(message, traits);
  }

  /** `data` of the result of a tool that does not catch the error. */
  get help(): Record<string, unknown> | undefined {
    return this.retryAfterMs === undefined ? undefined : { retryAfterMs: this.retryAfterMs };
  }

  /** True if the request may have been sent, regardless of the error class. */
  get outcome(): 'unknown' | undefined {
    return undefined;
  }
}

/** The reason why a request was not sent. */
export type RefusalReason =
  'malformed_url' | 'scheme' | 'credentials' | 'port' | 'address' | 'downgrade' | 'header';

/** The request, or a redirect of it, is refused. */
export class OutboundRefusedError extends OutboundError {
  /** The setting with which an operator can allow the request; undefined if there is none. */
  readonly setting: 'HTTP_ALLOW_HOSTS' | undefined;

  /** @param allowedBy the entry of `HTTP_ALLOW_HOSTS` that would allow the request, if any. */
  constructor(
    readonly reason: RefusalReason,
    detail: string,
    allowedBy?: string,
  ) {
    const setting = allowedBy === undefined ? undefined : 'HTTP_ALLOW_HOSTS';
    super(
      setting
        ? `${detail}. The operator of this installation can allow it: add ${allowedBy} to ${setting} and restart.`
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

/** The response was not complete within the timeout of one attempt. */
export class OutboundTimeoutError extends OutboundError {
  constructor(host: string, timeoutMs: number) {
    super(`${host} did not answer within ${timeoutMs / 1_000} s.`, 'TIMEOUT', {
      code: 'OUTBOUND_TIMEOUT',
      kind: 'unavailable',
      retry: 'retry',
    });
  }
}

/** The host has no address, refused the connection, or closed it. */
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

/** The response is larger than the caller's limit, compressed or decompressed. */
export class OutboundTooLargeError extends OutboundError {
  constructor(host: string, maxBytes: number) {
    super(`The answer of ${host} is larger than ${maxBytes} bytes.`, 'LIMIT_EXCEEDED', {
      code: 'OUTBOUND_TOO_LARGE',
      kind: 'upstream',
    });
  }
}

/** The response cannot be read: too many redirects, an unknown encoding, or invalid JSON. */
export class OutboundContentError extends OutboundError {
  constructor(host: string, what: string, cause?: unknown) {
    super(`The answer of ${host} cannot be read: ${what}.`, 'UPSTREAM_ERROR', {
      code: 'OUTBOUND_CONTENT',
      kind: 'upstream',
      cause,
    });
  }
}

/** The service responded with a status of 400 or above. */
export class OutboundHttpError extends OutboundError {
  constructor(
    host: string,
    readonly status: number,
    /** The truncated text of the response. It may contain anything, so it is for the tool and must not be logged. */
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

/** The class of an answer with a status of 400 or above. */
export function errorClassOfStatus(status: number): ToolErrorClass {
  if (status === 429) return 'RATE_LIMITED';
  if (status === 408) return 'TIMEOUT';
  if (status === 502 || status === 503 || status === 504) return 'UPSTREAM_UNAVAILABLE';
  return status < 500 ? 'UPSTREAM_REJECTED' : 'UPSTREAM_ERROR';
}
