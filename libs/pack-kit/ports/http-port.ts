/** An outbound request. A limit that is absent is the default. */
export interface HttpRequest {
  url: string | URL;
  /** `GET`, or `POST` where there is a body. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  /** Text, bytes or form fields; with `json` absent. */
  body?: string | Uint8Array | URLSearchParams;
  /** Sent as JSON with its content type. */
  json?: unknown;
  /** Largest answer that is read, unpacked; 2 MB, and 10 MB at most. */
  maxBytes?: number;
  /** True: of a larger answer the first `maxBytes` are the answer. */
  cut?: boolean;
  /** Time for the whole of it, redirects and body included; 10,000 ms, and no more. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** False: an answer that redirects is the answer. */
  followRedirects?: boolean;
  /** True: an answer of 400 and above is an answer like others. */
  acceptAnyStatus?: boolean;
}

export interface HttpResponse {
  status: number;
  /** Names in lower case; of several values the last. */
  headers: Readonly<Record<string, string>>;
  /** Where the answer came from, after redirects. */
  url: string;
  bytes: Uint8Array;
  /** As UTF-8. */
  text(): string;
  /** @throws OutboundContentError when it is no JSON. */
  json(): unknown;
}

/** Requests to services of others; the only way out for tools and webhooks. */
export interface HttpPort {
  /**
   * One attempt.
   *
   * @throws OutboundRefusedError when it must not be sent; OutboundTimeoutError; OutboundUnavailableError;
   *   OutboundTooLargeError; OutboundContentError; OutboundHttpError for a status of 400 and above; the reason of
   *   `signal` when that aborts. A tool that lets them pass fails with the class that fits.
   */
  request(request: HttpRequest): Promise<HttpResponse>;
}
