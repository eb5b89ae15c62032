import { Worker } from 'node:worker_threads';
import type { FromThread, ThreadStart, ToThread } from './messages.ts';
import { threadCpuMs } from './thread-cpu-time.ts';

/** The thread's own heap: messages on their way, never the guests' memory. */
const THREAD_HEAP_MB = 256;
/** Messages die young: with more room the thread would only hold what has long been read. */
const THREAD_YOUNG_HEAP_MB = 8;

/** Runs that have left a thread and whose orgs are remembered: the last one of them may still be inside the engine. */
const REMEMBERED = 256;

const THREAD = new URL('../sandbox.worker.js', import.meta.url);

export interface ThreadEvents {
  onMessage(message: FromThread): void;
  /** It has ended, by itself or because it was killed. `culprit` is the run that was inside the engine, or 0. */
  onEnd(culprit: number, wasKilled: boolean): void;
}

/** A thread with the engine in it, and the signs by which the watchdog knows whether it still moves. */
export class SandboxThread {
  /** Programs that are in it. */
  live = 0;
  private readonly worker: Worker;
  private readonly signs = new Int32Array(new SharedArrayBuffer(8));
  private readonly orgsOfLeft = new Map<number, string>();
  private isStopping = false;
  private isKilled = false;
  /** Told together at the end of the event loop's round: the answers to parallel calls wake the thread once. */
  private outbox: ToThread[] = [];
  private lastSign: { run: number; beats: number; atMs: number; cpuMs?: number } = {
    run: 0,
    beats: 0,
    atMs: 0,
  };
  private name: string | undefined;

  private constructor(
    module: WebAssembly.Module,
    spareGuests: number,
    private readonly cpuMsOf: (thread: string) => number | undefined,
  ) {
    const start: ThreadStart = {
      module,
      watch: this.signs.buffer as SharedArrayBuffer,
      spareGuests,
    };
    this.worker = new Worker(THREAD, {
      workerData: start,
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: THREAD_HEAP_MB,
        maxYoungGenerationSizeMb: THREAD_YOUNG_HEAP_MB,
      },
    });
  }

  /**
   * Resolves when the thread takes programs; rejects where it ends before.
   *
   * @param cpuMsOf CPU time of a thread, where the system tells it.
   */
  static async start(
    module: WebAssembly.Module,
    spareGuests: number,
    events: ThreadEvents,
    cpuMsOf = threadCpuMs,
  ): Promise<SandboxThread> {
    const thread = new SandboxThread(module, spareGuests, cpuMsOf);
    await new Promise<void>((resolve, reject) => {
      thread.worker.once('message', ([first]: FromThread[]) => {
        if (first?.type === 'ready') thread.name = first.thread;
        resolve();
      });
      thread.worker.once('error', reject);
      thread.worker.once('exit', (code) => reject(new Error(`The thread ended with ${code} as it started.`)));
    });
    thread.worker.removeAllListeners('error').removeAllListeners('exit');
    // What a thread dies of is told by its end; the programs in it are what matters.
    thread.worker.on('error', () => undefined);
    thread.worker.on('message', (messages: FromThread[]) => {
      for (const message of messages) events.onMessage(message);
    });
    thread.worker.once('exit', () => {
      if (!thread.isStopping) events.onEnd(Atomics.load(thread.signs, 0), thread.isKilled);
    });
    return thread;
  }

  post(message: ToThread): void {
    if (this.outbox.push(message) === 1) setImmediate(() => this.flush());
  }

  private flush(): void {
    this.worker.postMessage(this.outbox);
    this.outbox = [];
  }

  /**
   * The run that is inside the engine: since when it has given no sign of life by the clock, and how much CPU time the
   * thread has had meanwhile. Other work may keep it from the processor; where that cannot be told, both are the same.
   */
  stuckRun(nowMs: number): { run: number; forMs: number; ranMs: number } | undefined {
    const [run, beats] = [Atomics.load(this.signs, 0), Atomics.load(this.signs, 1)];
    if (run === 0 || run !== this.lastSign.run || beats !== this.lastSign.beats)
      this.lastSign = { run, beats, atMs: nowMs };
    else if (run !== 0) this.lastSign.cpuMs ??= this.cpuMs();
    if (run === 0) return undefined;
    const forMs = nowMs - this.lastSign.atMs;
    const { cpuMs } = this.lastSign;
    return { run, forMs, ranMs: cpuMs === undefined ? forMs : (this.cpuMs() ?? forMs + cpuMs) - cpuMs };
  }

  /** Of a run that has ended on this side, whatever it goes on doing in the thread. */
  rememberLeft(run: number, orgId: string): void {
    this.orgsOfLeft.set(run, orgId);
    const [oldest] = this.orgsOfLeft.keys();
    if (oldest !== undefined && this.orgsOfLeft.size > REMEMBERED) this.orgsOfLeft.delete(oldest);
  }

  orgOfLeft(run: number): string | undefined {
    return this.orgsOfLeft.get(run);
  }

  private cpuMs(): number | undefined {
    return this.name === undefined ? undefined : this.cpuMsOf(this.name);
  }

  /** Ends the thread; `onEnd` follows. Resolves when it is gone. */
  async kill(): Promise<void> {
    this.isKilled = true;
    await this.worker.terminate();
  }

  /** Ends the thread, without `onEnd`. Resolves when it is gone. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.worker.terminate();
  }
}
