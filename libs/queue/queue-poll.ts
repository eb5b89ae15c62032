import { setTimeout as delay } from 'node:timers/promises';

/** Asks which queues have a job that may run, for all workers that wait, with one read at a time. */
export class QueuePoll {
  private readonly waiting = new Map<string, Set<(isReady: boolean) => void>>();
  private isAsking = false;

  /**
   * @param readyQueues the names of queues with a job that may run.
   * @param everyMs the pause between two reads, while somebody waits.
   */
  constructor(
    private readonly readyQueues: () => Promise<readonly string[]>,
    private readonly everyMs: number,
  ) {}

  /** @returns true as soon as the queue has a job that may run; false when the time is up or the signal has aborted. */
  wait(queue: string, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    const waiting = this.waiting.get(queue) ?? new Set();
    this.waiting.set(queue, waiting);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const end = (isReady: boolean) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      waiting.delete(end);
      if (waiting.size === 0 && this.waiting.get(queue) === waiting) this.waiting.delete(queue);
      resolve(isReady);
    };
    const giveUp = () => end(false);
    const timer = setTimeout(giveUp, timeoutMs);
    signal.addEventListener('abort', giveUp);
    waiting.add(end);
    if (!this.isAsking) void this.ask();
    return promise;
  }

  private async ask(): Promise<void> {
    this.isAsking = true;
    while (this.waiting.size > 0) {
      // Workers ask by themselves when their time is up, and say why they cannot.
      const ready = await this.readyQueues().catch(() => []);
      for (const queue of ready) for (const end of this.waiting.get(queue) ?? []) end(true);
      if (this.waiting.size > 0) await delay(this.everyMs, undefined, { ref: false });
    }
    this.isAsking = false;
  }
}
