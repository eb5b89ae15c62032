import { setTimeout as delay } from 'node:timers/promises';

/** Polls for queues with a runnable job, for all waiting workers, with one read at a time. */
export class QueuePoll {
  private readonly waiting = new Map<string, Set<(isReady: boolean) => void>>();
  private isAsking = false;

  /**
   * @param readyQueues reads the names of the queues with a runnable job.
   * @param everyMs the pause between two reads while a worker waits.
   */
  constructor(
    private readonly readyQueues: () => Promise<readonly string[]>,
    private readonly everyMs: number,
  ) {}

  /** @returns true as soon as the queue has a runnable job; false after the timeout or when the signal aborts. */
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
      // After their timeout, workers read the queue themselves and report the error.
      const ready = await this.readyQueues().catch(() => []);
      for (const queue of ready) for (const end of this.waiting.get(queue) ?? []) end(true);
      if (this.waiting.size > 0) await delay(this.everyMs, undefined, { ref: false });
    }
    this.isAsking = false;
  }
}
