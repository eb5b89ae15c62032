import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Returns V8's garbage collector, which is available only in contexts created while a flag is set. The flag applies to
 * the whole process and stays set, because another thread may be executing this function.
 */
function collectorOfThread(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/**
 * Releases memory shortly after a grown guest is discarded. A guest's memory is outside the thread's heap, so V8 might
 * otherwise keep 32 MiB for minutes in an idle thread.
 */
export class GarbageCollection {
  private readonly collect = collectorOfThread();
  private readonly delayMs: number;
  private timer: NodeJS.Timeout | undefined;

  /** @param delayMs delay of a collection. Guests discarded within it are collected together. */
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
