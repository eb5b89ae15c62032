import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answering = (incoming: IncomingMessage, answer: ServerResponse, body: string) => void;

/** A provider's server whose complete output a test controls. */
export async function startScriptedServer(answering: Answering) {
  const script = { answering, asked: 0 };
  const server = createServer((incoming, answer) => {
    script.asked += 1;
    let body = '';
    incoming.on('data', (piece: Buffer) => (body += piece.toString()));
    incoming.on('end', () => script.answering(incoming, answer, body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    script,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nextRequest: async () => ((await once(server, 'request')) as [IncomingMessage])[0],
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

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
