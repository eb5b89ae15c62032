import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;
/** For what is promised within 2 s by a machine with cores to spare: beside a suite others run. */
export const WITHIN_2_S = 6_000;

/** Runs `check` until it no longer throws; throws its last error when the time is over. */
export async function eventually<Result>(check: () => Promise<Result>, timeoutMs = 60_000): Promise<Result> {
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
