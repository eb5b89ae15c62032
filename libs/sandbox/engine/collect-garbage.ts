import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * V8 shows its collector only in contexts that are made while a flag is set. The flag is the whole process's and stays
 * set, because another thread may be at the same place.
 */
function collectorOfThread(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/**
 * Gives memory back a little after a guest that had grown was thrown away. Its memory lies outside the thread's heap,
 * so that by itself V8 might hold 32 MiB for minutes, in a thread that has nothing else to do.
 */
export class GarbageCollection {
  private readonly collect = collectorOfThread();
  private readonly delayMs: number;
  private timer: NodeJS.Timeout | undefined;

  /** @param delayMs several guests within it are collected at once. */
  constructor(delayMs: number) {
    this.delayMs = delayMs;
  }

  schedule(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.collect();
    }, this.delayMs);
  }
}
