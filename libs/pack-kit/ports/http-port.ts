/** An outbound HTTP request. Absent limits have their defaults. */
export interface HttpRequest {
  url: string | URL;
  /** Default: `POST` with a body, otherwise `GET`. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  /** Text, bytes or form fields. Not together with `json`. */
  body?: string | Uint8Array | URLSearchParams;
  /** Sent as JSON, with the matching content type. */
  json?: unknown;
  /** Maximum size of the decompressed response. Default: 2 MB; maximum: 10 MB. */
  maxBytes?: number;
  /** True: a larger response is cut to `maxBytes` instead of failing. */
  cut?: boolean;
  /** Timeout of the request including redirects and body. Default and maximum: 10,000 ms. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** False: a redirect is returned instead of followed. */
  followRedirects?: boolean;
  /** True: a status of 400 or above does not throw. */
  acceptAnyStatus?: boolean;
}

export interface HttpResponse {
  status: number;
  /** Names in lower case. A repeated header has its last value. */
  headers: Readonly<Record<string, string>>;
  /** Final URL after redirects. */
  url: string;
  bytes: Uint8Array;
  /** The body decoded as UTF-8. */
  text(): string;
  /** The body parsed as JSON. @throws OutboundContentError for invalid JSON. */
  json(): unknown;
}

/** HTTP client for outside services. Tools and webhooks must use it for all outbound requests. */
export interface HttpPort {
  /**
   * Sends the request once, without retries.
   *
   * @throws OutboundRefusedError when the target is not allowed; OutboundTimeoutError; OutboundUnavailableError;
   *   OutboundTooLargeError; OutboundContentError; OutboundHttpError for a status of 400 or above; the reason of `signal` when
   *   it aborts. If a tool does not catch these errors, its call fails with the corresponding error class.
   */
  request(request: HttpRequest): Promise<HttpResponse>;
}
