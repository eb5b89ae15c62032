import type { ServerResponse } from 'node:http';
import type { ReceivedRequest } from '../../../test/harness/local-server.ts';

/** True if the request, of any provider, is for a streamed answer. */
export function isStreamed({ url, body }: Pick<ReceivedRequest, 'url' | 'body'>): boolean {
  return url.includes(':streamGenerateContent') || (JSON.parse(body) as { stream?: boolean }).stream === true;
}

/** Sends an answer as requested: as events, or as the body that `wholeOf` makes of them. */
export function sendAnswer(
  request: Pick<ReceivedRequest, 'url' | 'body'>,
  answer: ServerResponse,
  events: string,
  wholeOf: (events: string) => string,
): void {
  if (isStreamed(request)) sendEvents(answer, events);
  else sendWhole(answer, wholeOf(events));
}

/** Answers with server-sent events and ends. */
export function sendEvents(answer: ServerResponse, events: string): void {
  answer.writeHead(200, { 'content-type': 'text/event-stream' }).end(events);
}

/** Answers with a whole body and ends. */
export function sendWhole(answer: ServerResponse, body: string): void {
  answer.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

/** Answers with an error of the provider. */
export function sendError(
  answer: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
  message = 'no',
): void {
  const body = JSON.stringify({ type: 'error', error: { type: 'error', code: status, message } });
  answer.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}
