import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import type { ConversationEvent } from '#contracts';
import { OpenLimit } from '#http';
import type { ApiCaller } from '#identity';
import { endWithKey } from '../auth/key-recheck.ts';

/** Interval of a comment line, which keeps proxies from closing an idle stream. */
const HEARTBEAT_MS = 15_000;
export const MAX_STREAMS_OF_KEY = 250;
const MAX_STREAMS_OF_ORG = 500;
const MAX_STREAMS = 1_000;
const RETRY_STREAM_AFTER_S = 5;
/** For the documentation of routes with a stream. */
export const TOO_MANY_STREAMS = `${MAX_STREAMS_OF_KEY} event streams of the key are open, or too many of its org or the server.`;

const streams = new OpenLimit('event streams', MAX_STREAMS, MAX_STREAMS_OF_ORG, RETRY_STREAM_AFTER_S);

/** Counts a stream until its answer ends. @throws ProblemError 429 if too many are open. */
export function enterStream({ raw }: FastifyReply, { keyId, orgId }: ApiCaller): void {
  streams.enterUntilClosed(raw, orgId, { id: keyId, most: MAX_STREAMS_OF_KEY });
}

/**
 * Writes `events` as server-sent events until they end, the client disconnects, or its key is no longer accepted. HEAD gets
 * only the headers.
 */
export async function streamEvents(
  reply: FastifyReply,
  events: (signal: AbortSignal) => AsyncIterable<ConversationEvent>,
): Promise<void> {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  });
  // A client that has already disconnected emits no further "close".
  if (reply.request.method === 'HEAD' || raw.destroyed) {
    raw.end();
    return;
  }
  const controller = new AbortController();
  const end = () => controller.abort();
  raw.on('close', end);
  endWithKey(reply, end);
  // If the api closes, the reader reconnects to another process and continues from its last event.
  const signal = AbortSignal.any([controller.signal, reply.server.closing]);
  raw.write(': turnpike\n\n');
  const heartbeat = setInterval(() => raw.write(': alive\n\n'), HEARTBEAT_MS);
  try {
    for await (const event of events(signal)) {
      const room = raw.write(`id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      // The stream waits for a slow reader instead of buffering events in memory.
      if (!room && !raw.destroyed) await once(raw, 'drain', { signal }).catch(() => undefined);
    }
  } finally {
    clearInterval(heartbeat);
    raw.end();
  }
}
