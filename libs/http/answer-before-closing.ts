import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** What answers that are under way may take until their connections are cut. */
const PATIENCE_MS = 5_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server is about to close: who waits for something to happen answers without it. */
    closing: AbortSignal;
  }
}

/** Lets a server that closes answer what it has taken in. What comes meanwhile gets 503. */
export function answerBeforeClosing(server: FastifyInstance, patienceMs = PATIENCE_MS): void {
  const controller = new AbortController();
  const open = new Set<ServerResponse>();
  server.decorate('closing', controller.signal);
  server.addHook('onRequest', (_request, { raw }, done) => {
    open.add(raw);
    raw.once('close', () => open.delete(raw));
    done();
  });
  server.addHook('preClose', async () => {
    controller.abort();
    const late = AbortSignal.timeout(patienceMs);
    await Promise.allSettled([...open].map((raw) => once(raw, 'close', { signal: late })));
  });
}
