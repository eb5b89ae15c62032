import { setTimeout as delay } from 'node:timers/promises';

const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [20, 500];
/** A check costs processor time that the awaited work needs, so pauses grow with the wait. */
const PAUSE_SHARE = 0.1;
/**
 * For effects that an idle machine shows within 2 s, while other suites run on
 * this one. It is shorter than the minute after which fallbacks poll again.
 */
export const SOON_MS = 20_000;

/** Runs `check` until it no longer throws; throws its last error after the timeout. */
export async function eventually<Result>(check: () => Promise<Result>, timeoutMs = 240_000): Promise<Result> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      const waitedMs = performance.now() - startedAt;
      if (waitedMs > timeoutMs) throw error;
      await delay(Math.min(Math.max(waitedMs * PAUSE_SHARE, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS));
    }
  }
}

/** Waits until another transaction waits for a lock of `tx`. */
export const untilBlocking = (tx: { queryUnscoped(sql: string): Promise<unknown[]> }): Promise<void> =>
  eventually(async () => {
    const blocked =
      'SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))';
    expect(await tx.queryUnscoped(blocked)).not.toEqual([]);
  });
