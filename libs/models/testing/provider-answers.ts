import type { ServerResponse } from 'node:http';

/** Answers with server-sent events and ends. */
export function sendEvents(answer: ServerResponse, events: string): void {
  answer.writeHead(200, { 'content-type': 'text/event-stream' }).end(events);
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
