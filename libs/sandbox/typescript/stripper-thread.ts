import { Worker } from 'node:worker_threads';

export interface StripperLimits {
  /** Longest time that one program is read. */
  timeMs: number;
  /** Of the thread, in MiB. The parser keeps some 15 more for the longest program. */
  heapMb: number;
}

const YOUNG_HEAP_MB = 16;

export type FromStripper = { type: 'ready' } | { type: 'stripped'; stripped: Stripped };

/** `code` where types were left out; else `problem` where that cannot be, with its line, or a limit was reached; neither where the parser died. */
export interface Stripped {
  code?: string;
  problem?: string;
}

const THREAD = new URL('./strip-types.worker.js', import.meta.url);

/** A thread that reads TypeScript, one program at a time. */
export class StripperThread {
  /** Programs that it was given. */
  programs = 0;
  /** It has ended, or is stuck in a program: it reads no more. */
  isGone = false;
  private readonly worker: Worker;
  private readonly ready: Promise<void>;
  /** To the program that is read now. */
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
      // What else its parser cannot take is no program for us either.
      this.lose(isFull ? { problem: `read as TypeScript it needs more than ${heapMb} MiB of memory` } : {});
    });
    worker.on('exit', () => this.lose({}));
    // It must not keep a process from ending that has nothing else to do.
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
