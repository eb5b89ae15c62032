import type { FastifyReply, FastifyRequest } from 'fastify';

/** Interval of the checks of a key, so that its revocation ends an open answer within the promised 2 s. */
const RECHECK_MS = 500;

const RECHECKS = new WeakMap<FastifyRequest, () => Promise<boolean>>();

/** Stores for {@link endWithKey} the check whether a request is still permitted. */
export function keepRecheck(request: FastifyRequest, isLetIn: () => Promise<boolean>): void {
  RECHECKS.set(request, isLetIn);
}

/**
 * Calls `end` when the key of a request with an open answer is no longer accepted: it was revoked, its user was disabled, or
 * it lost the scope. For answers of routes behind the key guard that can stay open for long.
 */
export function endWithKey({ request, raw }: FastifyReply, end: () => void): void {
  const isLetIn = RECHECKS.get(request);
  if (!isLetIn) throw new Error(`${request.url} is not behind the guard of keys`);
  // The client disconnected before the answer began, and no further "close" follows.
  if (raw.destroyed) return;
  const recheck = async () => {
    // During a database outage the check is impossible; the data of the answer cannot be read either.
    if (!(await isLetIn().catch(() => true))) end();
  };
  const timer = setInterval(() => void recheck(), RECHECK_MS);
  raw.once('close', () => clearInterval(timer));
}
