import { setTimeout as delay } from 'node:timers/promises';
import type { AppProcess } from '../../harness/app-process.ts';
import type { SeededRandom } from '../../harness/seeded-random.ts';
import type { Installation } from '../../harness/installation.ts';

/** As `npm start` waits before it starts an app again. */
const RESTART_DELAY_MS = 200;
/** A process may not come up while its database or the disk is away. */
const MAX_STARTS = 60;

export interface KillPace {
  everyMs: number;
  /**
   * `clock`: the next kill comes when it is due, whatever has become of the last one. `ready`: it waits until every process
   * is back, so that a machine which starts them slower than they are killed still gets on.
   */
  by: 'clock' | 'ready';
}

/**
 * SIGKILL for a process at random, a worker or an api, every so often, whatever else goes wrong meanwhile. Another is
 * started in its place.
 */
export class Kills {
  readonly counts = { worker: 0, api: 0 };
  /** When workers were killed. */
  readonly ofWorkers: Date[] = [];
  private readonly replacing = new Set<Promise<void>>();

  constructor(
    private readonly turnpike: Installation,
    private readonly dice: SeededRandom,
    private readonly say: (line: string) => void,
  ) {}

  /** Goes on until `signal` aborts, and until every process is back then. @throws Error when one does not come up. */
  async run({ everyMs, by }: KillPace, signal: AbortSignal): Promise<void> {
    let failure: Error | undefined;
    for (let due = performance.now() + everyMs; !signal.aborted; due += everyMs) {
      if (by === 'ready') {
        await Promise.all(this.replacing);
        due = performance.now() + everyMs;
      }
      await delay(Math.max(0, due - performance.now()), undefined, { signal }).catch(() => undefined);
      const running = this.running();
      if (signal.aborted || running.length === 0) continue;
      const replaced = this.killOne(this.dice.pick(running), signal)
        .catch((error: unknown) => {
          failure ??= error as Error;
        })
        .finally(() => this.replacing.delete(replaced));
      this.replacing.add(replaced);
      if (failure) break;
    }
    await Promise.all(this.replacing);
    if (failure) throw failure;
  }

  /** Those that take work: one that is being started is left to come up, and one that stands still to go on. */
  private running(): AppProcess[] {
    const all = [...this.turnpike.workers, ...this.turnpike.processes('api')];
    return all.filter(({ running, frozen }) => running && !frozen);
  }

  private async killOne(app: AppProcess, signal: AbortSignal): Promise<void> {
    const { name } = app;
    if (name === 'worker') this.ofWorkers.push(new Date());
    if (name === 'worker' || name === 'api') this.counts[name] += 1;
    this.say(`${name} killed`);
    await app.kill();
    for (let starts = 1; ; starts += 1) {
      try {
        return await this.turnpike.replace(app);
      } catch (error) {
        if (starts === MAX_STARTS || signal.aborted) throw error;
        await delay(RESTART_DELAY_MS);
      }
    }
  }
}
