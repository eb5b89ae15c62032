import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;
/**
 * For what a machine with cores to spare does within 2 s (`npm run bench -- flags` measures it), while on this one other
 * suites run: still sooner than anything that looks again only after a minute.
 */
export const SOON_MS = 20_000;

/** Runs `check` until it no longer throws; throws its last error when the time is over. */
export async function eventually<Result>(check: () => Promise<Result>, timeoutMs = 240_000): Promise<Result> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(POLL_MS);
    }
  }
}
