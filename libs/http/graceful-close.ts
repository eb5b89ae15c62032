import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from './problem.error.ts';
import { sendProblem } from './send-problem.ts';

/** Time that running requests get to finish before their connections are closed. */
const PATIENCE_MS = 5_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborts when the server is about to close. Handlers that wait for an event then answer without it. */
    closing: AbortSignal;
  }
}

/**
 * Lets a closing server answer the requests that it has accepted. New requests get 503 as problem details, so Fastify's own
 * 503 must be off (`return503OnClosing`).
 */
export function enableGracefulClose(server: FastifyInstance, patienceMs = PATIENCE_MS): void {
  const controller = new AbortController();
  const open = new Set<ServerResponse>();
  server.decorate('closing', controller.signal);
  server.addHook('onRequest', (_request, { raw }, done) => {
    open.add(raw);
    raw.once('close', () => open.delete(raw));
    done();
  });
  // Runs after onRequest hooks, so that the response has the headers that they set.
  server.addHook('preParsing', (_request, reply, payload, done) => {
    if (!controller.signal.aborted) return done(null, payload);
    sendProblem(
      reply,
      new ProblemError(503, 'closing', 'This process is closing. Another one answers soon.'),
    );
  });
  server.addHook('preClose', async () => {
    controller.abort();
    const late = AbortSignal.timeout(patienceMs);
    await Promise.allSettled([...open].map((raw) => once(raw, 'close', { signal: late })));
  });
}
