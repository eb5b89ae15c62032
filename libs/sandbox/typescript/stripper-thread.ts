import { Worker } from 'node:worker_threads';

export interface StripperLimits {
  /** Longest time for one program. */
  timeMs: number;
  /** Memory of the thread, in MiB. The parser uses about 15 MiB more for the longest program. */
  heapMb: number;
}

const YOUNG_HEAP_MB = 16;

export type FromStripper = { type: 'ready' } | { type: 'stripped'; stripped: Stripped };

/** `code` without types; or `problem`, with its line, if the code is invalid or exceeds a limit; or neither if the parser crashed. */
export interface Stripped {
  code?: string;
  problem?: string;
}

const THREAD = new URL('./strip-types.worker.js', import.meta.url);

/** A thread that strips types, one program at a time. */
export class StripperThread {
  /** Number of programs sent to the thread. */
  programs = 0;
  /** True if the thread has ended or is stuck in a program. */
  isGone = false;
  private readonly worker: Worker;
  private readonly ready: Promise<void>;
  /** Resolves the current program. */
  private answer: (stripped: Stripped) => void = () => undefined;

  constructor(private readonly limits: StripperLimits) {
    const { heapMb } = limits;
    const worker = new Worker(THREAD, {
      env: {},
      argv: [],
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    this.ready = new Promise((resolve) => {
      worker.on('message', (message: FromStripper) => {
        if (message.type === 'ready') resolve();
        else this.answer(message.stripped);
      });
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      // Code that crashes the parser otherwise is treated as code that is not TypeScript.
      this.lose(isFull ? { problem: `read as TypeScript it needs more than ${heapMb} MiB of memory` } : {});
    });
    worker.on('exit', () => this.lose({}));
    // The thread must not keep the process alive.
    worker.unref();
    this.worker = worker;
  }

  async read(code: string): Promise<Stripped> {
    const { timeMs } = this.limits;
    let timer: NodeJS.Timeout | undefined;
    const answer = new Promise<Stripped>((resolve) => {
      this.answer = resolve;
    });
    void this.ready.then(() => {
      this.programs += 1;
      timer = setTimeout(
        () => this.lose({ problem: `read as TypeScript it takes more than ${timeMs / 1_000} s` }),
        timeMs,
      );
      this.worker.postMessage(code);
    });
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
    }
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }

  private lose(stripped: Stripped): void {
    this.isGone = true;
    this.answer(stripped);
  }
}
