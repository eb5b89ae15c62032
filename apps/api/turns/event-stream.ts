import { once } from 'node:events';
import type { FastifyReply } from 'fastify';
import type { ConversationEvent } from '#contracts';
import { endWithKey } from '../auth/key-recheck.ts';

/** A comment line keeps proxies from closing a stream in which nothing happens. */
const HEARTBEAT_MS = 15_000;

/**
 * Writes `events` as server-sent events until they end, the client goes, or its key is no longer let in. HEAD is told only
 * that there is a stream.
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
  // A client that is gone already will not say so again.
  if (reply.request.method === 'HEAD' || raw.destroyed) {
    raw.end();
    return;
  }
  const controller = new AbortController();
  const end = () => controller.abort();
  raw.on('close', end);
  endWithKey(reply, end);
  // Its reader goes on where it was, at the api that answers then.
  reply.server.closing.addEventListener('abort', end);
  raw.write(': turnpike\n\n');
  const heartbeat = setInterval(() => raw.write(': alive\n\n'), HEARTBEAT_MS);
  try {
    for await (const event of events(controller.signal)) {
      const room = raw.write(`id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      // A reader that does not keep up is waited for instead of being kept in memory.
      if (!room && !raw.destroyed)
        await once(raw, 'drain', { signal: controller.signal }).catch(() => undefined);
    }
  } finally {
    clearInterval(heartbeat);
    reply.server.closing.removeEventListener('abort', end);
    raw.end();
  }
}
