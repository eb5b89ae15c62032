import type { FastifyReply, FastifyRequest } from 'fastify';

/** A key is asked for anew 1.5 s after it was, so that its revocation ends an open answer within the promised 2 s. */
const RECHECK_MS = 500;

const RECHECKS = new WeakMap<FastifyRequest, () => Promise<boolean>>();

/** Keeps for {@link endWithKey} how to ask again whether a request may be let in. */
export function keepRecheck(request: FastifyRequest, isLetIn: () => Promise<boolean>): void {
  RECHECKS.set(request, isLetIn);
}

/**
 * Calls `end` when the key of a request whose answer is still open would no longer be let in: it was revoked, its user was
 * disabled, or the scope was taken from it. For answers that may stay open for long, behind the guard of keys.
 */
export function endWithKey({ request, raw }: FastifyReply, end: () => void): void {
  const isLetIn = RECHECKS.get(request);
  if (!isLetIn) throw new Error(`${request.url} is not behind the guard of keys`);
  // Its client went before the answer began, and there will be no other "close".
  if (raw.destroyed) return;
  const recheck = async () => {
    // While the database is away nobody can say; what the answer would tell cannot be read either.
    if (!(await isLetIn().catch(() => true))) end();
  };
  const timer = setInterval(() => void recheck(), RECHECK_MS);
  raw.once('close', () => clearInterval(timer));
}
