import { Worker } from 'node:worker_threads';
import type { FromThread, ThreadStart, ToThread } from './messages.ts';
import { threadCpuMs } from './thread-cpu-time.ts';

/** Heap of the thread. It holds messages in transit, not the guests' memory. */
const THREAD_HEAP_MB = 256;
/** Messages are short-lived. A larger young generation would only keep garbage longer. */
const THREAD_YOUNG_HEAP_MB = 8;

/** Number of ended runs per thread whose orgs are remembered, because such a run may still be inside the engine. */
const REMEMBERED = 256;

const THREAD = new URL('../sandbox.worker.js', import.meta.url);

export interface ThreadEvents {
  onMessage(message: FromThread): void;
  /** The thread has crashed or was killed. `culprit` is the run that was inside the engine, or 0. */
  onEnd(culprit: number, wasKilled: boolean): void;
}

/** A thread with the engine, and the heartbeats by which the watchdog detects a stuck program. */
export class SandboxThread {
  live = 0;
  private readonly worker: Worker;
  private readonly signs = new Int32Array(new SharedArrayBuffer(8));
  private readonly orgsOfEnded = new Map<number, string>();
  private isStopping = false;
  private isKilled = false;
  /** Messages of the next batch, sent at the end of the event loop iteration. The answers to parallel calls wake the thread once. */
  private outbox: ToThread[] = [];
  private lastSign: { run: number; heartbeats: number; atMs: number; cpuMs?: number } = {
    run: 0,
    heartbeats: 0,
    atMs: 0,
  };
  private name: string | undefined;

  private constructor(
    module: WebAssembly.Module,
    spareGuests: number,
    private readonly cpuMsOf: (thread: string) => number | undefined,
  ) {
    const watch = this.signs.buffer as SharedArrayBuffer;
    this.worker = new Worker(THREAD, {
      workerData: { module, watch, spareGuests } satisfies ThreadStart,
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
   * Resolves when the thread is ready; rejects if it ends before.
   *
   * @param cpuMsOf returns the CPU time of a thread, or undefined if the system does not report it.
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
      thread.worker.once('exit', (code) =>
        reject(new Error(`The sandbox thread exited with code ${code} while it was starting.`)),
      );
    });
    thread.worker.removeAllListeners('error').removeAllListeners('exit');
    // The exit event handles a crash. Its error is of no use to the programs.
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
   * Returns the run inside the engine, with the time since its last heartbeat (`forMs`) and the CPU time of the thread in
   * that time (`ranMs`). The two differ if other work occupies the processor. They are equal if CPU time is not available.
   */
  stuckRun(nowMs: number): { run: number; forMs: number; ranMs: number } | undefined {
    const [run, heartbeats] = [Atomics.load(this.signs, 0), Atomics.load(this.signs, 1)];
    if (run === 0 || run !== this.lastSign.run || heartbeats !== this.lastSign.heartbeats)
      this.lastSign = { run, heartbeats, atMs: nowMs };
    else if (run !== 0) this.lastSign.cpuMs ??= this.cpuMs();
    if (run === 0) return undefined;
    const forMs = nowMs - this.lastSign.atMs;
    const { cpuMs } = this.lastSign;
    return { run, forMs, ranMs: cpuMs === undefined ? forMs : (this.cpuMs() ?? forMs + cpuMs) - cpuMs };
  }

  /** Remembers the org of a run that has ended on the host side and may still execute in the thread. */
  rememberEnded(run: number, orgId: string): void {
    this.orgsOfEnded.set(run, orgId);
    const [oldest] = this.orgsOfEnded.keys();
    if (oldest !== undefined && this.orgsOfEnded.size > REMEMBERED) this.orgsOfEnded.delete(oldest);
  }

  orgOfEnded(run: number): string | undefined {
    return this.orgsOfEnded.get(run);
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
