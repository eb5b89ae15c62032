import { CSRF_HEADER } from '#contracts/console';
import type { z } from 'zod';
import { mismatch, problemOf, unreachable } from './problem-error.ts';

let csrfToken: string | null = null;

/** Called by the session reader; every state-changing request carries the token. */
export function rememberCsrfToken(token: string | null): void {
  csrfToken = token;
}

type Query = Record<string, string | number | undefined>;

export interface ApiRequest {
  /** First part of the query key, which a change invalidates. */
  key: string;
  path: string;
  query?: Query;
}

/** An older prefetched answer is fetched again: the page's script was slow or the page was not opened. */
const PREFETCH_MAX_AGE_MS = 10_000;

const READING = { headers: { accept: 'application/json' } };
const prefetched = new Map<string, { answer: Promise<Response>; at: number }>();

export function withQuery(path: string, query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}

/** Starts a request before its page reads it; {@link read} takes the answer or throws its error. */
export function prefetch({ path, query = {} }: ApiRequest): void {
  const address = withQuery(path, query);
  const answer = send(address, READING);
  answer.catch(() => undefined);
  prefetched.set(address, { answer, at: performance.now() });
}

function takePrefetched(address: string): Promise<Response> | undefined {
  const entry = prefetched.get(address);
  prefetched.delete(address);
  return entry && performance.now() - entry.at < PREFETCH_MAX_AGE_MS ? entry.answer : undefined;
}

/**
 * Reads `path`. The browser cache makes the request conditional (the server sends an ETag and `no-cache`), so
 * an unchanged poll costs a 304.
 * @throws ProblemError for every error response, and for an answer that does not match `schema`.
 */
export async function read<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  signal?: AbortSignal,
): Promise<z.infer<Schema>> {
  const response = await (takePrefetched(path) ?? send(path, { ...READING, signal }));
  const parsed = schema.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) throw mismatch(path);
  return parsed.data;
}

/** Sends a change. @throws ProblemError for every error response. */
export async function change(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const headers: Record<string, string> = { accept: 'application/json' };
  // Answers prefetched before a change may be stale after it.
  prefetched.clear();
  if (csrfToken) headers[CSRF_HEADER] = csrfToken;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const response = await send(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return response.status === 204 ? undefined : response.json();
}

async function send(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, credentials: 'same-origin' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}
