import { setTimeout as delay } from 'node:timers/promises';
import type { AppProcess } from '../../harness/app-process.ts';
import type { SeededRandom } from '../../harness/seeded-random.ts';
import type { Installation } from '../../harness/installation.ts';

/** The time that `npm start` waits before it restarts an app. */
const RESTART_DELAY_MS = 200;
/** A process may fail to start while its database or the disk is unavailable. */
const MAX_STARTS = 60;

export interface KillPace {
  everyMs: number;
  /**
   * `clock`: the next kill happens on schedule, whatever the state of the last one. `ready`: it waits until every
   * process runs again, so that a machine on which processes start more slowly than they are killed still makes
   * progress.
   */
  by: 'clock' | 'ready';
}

/**
 * Kills a random worker or API process with SIGKILL at intervals, in addition to other faults, and starts another one
 * in its place.
 */
export class Kills {
  readonly counts = { worker: 0, api: 0 };
  /** The times at which workers were killed. */
  readonly ofWorkers: Date[] = [];
  private readonly replacing = new Set<Promise<void>>();

  constructor(
    private readonly turnpike: Installation,
    private readonly dice: SeededRandom,
    private readonly say: (line: string) => void,
  ) {}

  /** Runs until `signal` aborts and every process is up again. @throws Error if a process does not start */
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

  /** Processes that accept work; starting processes and stopped ones are left alone. */
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
