import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Clock } from '#config';
import type { Span } from '@opentelemetry/api';
import { fetch, request as send, type Agent, type Dispatcher, type RequestInit as UndiciInit } from 'undici';
import { ATTRIBUTES, withSpan } from '#telemetry/light';
import {
  OutboundContentError,
  OutboundError,
  OutboundHttpError,
  OutboundRefusedError,
  OutboundTimeoutError,
  OutboundUnavailableError,
} from '../outbound.errors.ts';
import { AddressGuard, hostOf, portOf, type RefusedAddress } from './address-guard.ts';
import { guardedAgent, systemResolver, type Resolver } from './guarded-agent.ts';
import type { HttpPort, HttpRequest, HttpResponse } from '#pack-kit';
import { limitedAnswer } from './limited-answer.ts';
import { locationOf, nextHop, type Hop } from './next-hop.ts';
import { ACCEPTED_ENCODINGS, discard, readBody } from './read-body.ts';
import { retryAfterMs } from './retry-after.ts';

const ATTEMPT_TIMEOUT_MS = 10_000;
const DEFAULT_MAX_BYTES = 2 * 1_024 * 1_024;
const MOST_MAX_BYTES = 10 * 1_024 * 1_024;
const MAX_REDIRECTS = 5;
const MAX_ERROR_CHARACTERS = 2_000;

/** The client for all requests to external services. It only connects to public or allowed addresses and limits the time. */
export class OutboundHttp implements HttpPort {
  readonly guard: AddressGuard;
  private readonly agent: Agent;

  /**
   * @param allowHosts entries of `HTTP_ALLOW_HOSTS`.
   * @param onRefused see {@link AddressGuard}.
   * @param resolve resolves host names; the system's resolver if absent.
   */
  constructor(
    allowHosts: readonly string[],
    private readonly clock: Clock,
    onRefused?: (refused: RefusedAddress) => void,
    resolve: Resolver = systemResolver,
  ) {
    this.guard = new AddressGuard(allowHosts, onRefused);
    this.agent = guardedAgent(this.guard, resolve);
  }

  async request(request: HttpRequest): Promise<HttpResponse> {
    const first = firstHop(this.guard.checkUrl(request.url), request);
    const attributes = {
      [ATTRIBUTES.httpMethod]: first.method,
      'server.address': hostOf(first.url),
      'server.port': portOf(first.url),
      // Paths may contain keys as well as queries.
      'url.full': `${first.url.origin}${first.url.pathname === '/' ? '/' : '/…'}`,
    };
    return withSpan(`${first.method} ${hostOf(first.url)}`, { kind: 'http', attributes }, (span) =>
      this.inTime(first, request, span),
    );
  }

  /**
   * A `fetch` for protocols that keep a response open as a stream (MCP). It only connects to allowed addresses, does not
   * follow redirects, and limits the size. The caller limits the time.
   *
   * @throws OutboundRefusedError for a refused address; OutboundUnavailableError if the connection fails.
   */
  async stream(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const checked = this.guard.checkUrl(url);
    const host = hostOf(checked);
    const answer = await fetch(checked, {
      ...init,
      redirect: 'manual',
      dispatcher: this.agent,
    } as UndiciInit).catch((error: unknown) => {
      if (init.signal?.aborted) throw error;
      throw foreseenOf(error, host);
    });
    return limitedAnswer(answer as unknown as Response, host);
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async inTime(first: Hop, request: HttpRequest, span: Span): Promise<HttpResponse> {
    const timeoutMs = Math.min(request.timeoutMs ?? ATTEMPT_TIMEOUT_MS, ATTEMPT_TIMEOUT_MS);
    const deadline = new AbortController();
    const timer = setTimeout(
      () => deadline.abort(new OutboundTimeoutError(hostOf(first.url), timeoutMs)),
      timeoutMs,
    );
    const signal = AbortSignal.any([deadline.signal, ...(request.signal ? [request.signal] : [])]);
    try {
      signal.throwIfAborted();
      return await this.follow(first, request, signal, span);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error instanceof OutboundError ? error : new OutboundUnavailableError(hostOf(first.url), error);
    } finally {
      clearTimeout(timer);
    }
  }

  private async follow(
    first: Hop,
    request: HttpRequest,
    signal: AbortSignal,
    span: Span,
  ): Promise<HttpResponse> {
    let hop = first;
    for (let redirects = 0; ; redirects += 1) {
      const answer = await send(hop.url, {
        dispatcher: this.agent,
        method: hop.method as Dispatcher.HttpMethod,
        headers: hop.headers,
        body: hop.body ?? null,
        signal,
      });
      span.setAttribute(ATTRIBUTES.httpStatus, answer.statusCode);
      const headers = flat(answer.headers);
      const location =
        request.followRedirects === false
          ? undefined
          : locationOf(answer.statusCode, headers.location, hop.url);
      if (location === undefined) return this.read(hop, answer, headers, request);
      discard(answer.body);
      if (redirects === MAX_REDIRECTS)
        throw new OutboundContentError(hostOf(first.url), `it redirects more than ${MAX_REDIRECTS} times`);
      hop = nextHop(hop, answer.statusCode, this.guard.checkUrl(location));
      span.setAttribute('http.request.resend_count', redirects + 1);
    }
  }

  private async read(
    hop: Hop,
    answer: Dispatcher.ResponseData,
    headers: Record<string, string>,
    request: HttpRequest,
  ): Promise<HttpResponse> {
    const host = hostOf(hop.url);
    const maxBytes = Math.min(request.maxBytes ?? DEFAULT_MAX_BYTES, MOST_MAX_BYTES);
    const announced = { length: headers['content-length'], encoding: headers['content-encoding'] };
    const empty = hop.method === 'HEAD' || answer.statusCode === 204 || answer.statusCode === 304;
    const bytes = await readBody(answer.body, empty ? NOTHING_ANNOUNCED : announced, {
      host,
      maxBytes,
      cut: request.cut,
    });
    const text = () => bytes.toString('utf8');
    if (answer.statusCode >= 400 && !request.acceptAnyStatus) {
      const wait = retryAfterMs(headers['retry-after'], this.clock.now());
      throw new OutboundHttpError(host, answer.statusCode, text().slice(0, MAX_ERROR_CHARACTERS), wait);
    }
    const json = () => {
      try {
        return JSON.parse(text()) as unknown;
      } catch (error) {
        throw new OutboundContentError(host, 'it is not JSON', error);
      }
    };
    return { status: answer.statusCode, headers, url: hop.url.href, bytes, text, json };
  }
}

/** Returns the cause of a `fetch` error, because `fetch` wraps every failure in the same error. */
function foreseenOf(error: unknown, host: string): OutboundError {
  const cause = error instanceof TypeError && error.cause !== undefined ? error.cause : error;
  return cause instanceof OutboundError ? cause : new OutboundUnavailableError(host, cause);
}

const NOTHING_ANNOUNCED = { length: undefined, encoding: undefined };

function firstHop(url: URL, { method, headers = {}, body, json }: HttpRequest): Hop {
  const type =
    json !== undefined
      ? 'application/json'
      : body instanceof URLSearchParams
        ? 'application/x-www-form-urlencoded'
        : undefined;
  const content = json !== undefined ? JSON.stringify(json) : body;
  const own = Object.entries(headers).map(([name, value]) => {
    refuseForged(name, value);
    return [name.toLowerCase(), value];
  });
  return {
    url,
    method: method ?? (content === undefined ? 'GET' : 'POST'),
    headers: {
      ...(type ? { 'content-type': type } : {}),
      ...Object.fromEntries(own.filter(([name]) => name !== 'cookie')),
      'user-agent': 'Turnpike',
      'accept-encoding': ACCEPTED_ENCODINGS,
    },
    body: content instanceof URLSearchParams ? content.toString() : content,
  };
}

/** @throws OutboundRefusedError for line breaks and other characters that no header may have. */
function refuseForged(name: string, value: string): void {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch {
    throw new OutboundRefusedError(
      'header',
      `The header ${JSON.stringify(name)} has characters that no header may have`,
    );
  }
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const last = Array.isArray(value) ? value.at(-1) : value;
      return last === undefined ? [] : [[name.toLowerCase(), last]];
    }),
  );
}
