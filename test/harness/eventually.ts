import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;
/**
 * For effects that an idle machine shows within 2 s (`npm run bench -- flags` measures it), while other suites run on
 * this one. It is shorter than the minute after which fallbacks poll again.
 */
export const SOON_MS = 20_000;

/** Runs `check` until it no longer throws; throws its last error after the timeout. */
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
