import { CSRF_HEADER } from '#contracts/console';
import type { z } from 'zod';
import { mismatch, problemOf, unreachable } from './problem-error.ts';

let csrfToken: string | null = null;

/** Set by whoever reads the session; every state-changing request carries it. */
export function rememberCsrfToken(token: string | null): void {
  csrfToken = token;
}

type Query = Record<string, string | number | undefined>;

/** The address of an answer of the console's server. */
export interface Ask {
  path: string;
  query?: Query;
}

/** An answer that nobody has taken for this long is asked for anew: the page's script took that long, or was not opened. */
const TAKEN_WITHIN_MS = 10_000;

const READING = { headers: { accept: 'application/json' } };
const askedAhead = new Map<string, { answer: Promise<Response>; at: number }>();

/** `path` with the parameters that have a value. */
export function withQuery(path: string, query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}

/** Asks for what is going to be read: {@link read} takes the answer, on its way or there, or tells of the failure. */
export function askAhead({ path, query = {} }: Ask): void {
  const address = withQuery(path, query);
  const answer = send(address, READING);
  answer.catch(() => undefined);
  askedAhead.set(address, { answer, at: performance.now() });
}

function takeAhead(address: string): Promise<Response> | undefined {
  const asked = askedAhead.get(address);
  askedAhead.delete(address);
  return asked && performance.now() - asked.at < TAKEN_WITHIN_MS ? asked.answer : undefined;
}

/**
 * Reads `path`. The browser's own cache makes the request conditional (the server sends an ETag and `no-cache`), so a
 * poll without news costs a 304.
 *
 * @throws ProblemError for every answer but success, and for one that does not fit `schema`.
 */
export async function read<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  signal?: AbortSignal,
): Promise<z.infer<Schema>> {
  const response = await (takeAhead(path) ?? send(path, { ...READING, signal }));
  const parsed = schema.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) throw mismatch(path);
  return parsed.data;
}

/**
 * Changes something.
 *
 * @throws ProblemError for every answer but success.
 */
export async function change(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const headers: Record<string, string> = { accept: 'application/json' };
  // What was asked for before a change may not be what is there after it.
  askedAhead.clear();
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
