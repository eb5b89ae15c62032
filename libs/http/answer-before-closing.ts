import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from './problem.error.ts';
import { sendProblem } from './send-problem.ts';

/** What answers that are under way may take until their connections are cut. */
const PATIENCE_MS = 5_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server is about to close: who waits for something to happen answers without it. */
    closing: AbortSignal;
  }
}

/**
 * Lets a server that closes answer what it has taken in. What comes meanwhile gets 503: Fastify's own, which is no problem
 * details, has to be off (`return503OnClosing`).
 */
export function answerBeforeClosing(server: FastifyInstance, patienceMs = PATIENCE_MS): void {
  const controller = new AbortController();
  const open = new Set<ServerResponse>();
  server.decorate('closing', controller.signal);
  server.addHook('onRequest', (_request, { raw }, done) => {
    open.add(raw);
    raw.once('close', () => open.delete(raw));
    done();
  });
  // Not before: what other hooks set in every answer is in this one too.
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
