import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Logger } from '@nestjs/common';
import { CODE_LIMIT_BYTES, effectiveLimits, WALL_PER_CPU } from './limits.ts';
import { LiveProgram } from './pool/live-program.ts';
import type { FromThread } from './pool/messages.ts';
import { OrgThrottle } from './pool/org-throttle.ts';
import { PacedSteps } from './pool/paced-steps.ts';
import { SandboxThread } from './pool/sandbox-thread.ts';
import { WaitingPrograms, type WaitingProgram } from './pool/waiting-programs.ts';
import {
  codeSizeError,
  crashedError,
  UnresponsiveError,
  syntaxProblemError,
  wallTimeError,
  type ProgramError,
} from './program.errors.ts';
import type { Program, ProgramOutcome } from './program.ts';
import { SandboxStoppedError } from './sandbox.errors.ts';
import { mayHaveTypeArguments } from './typescript/type-arguments.ts';
import { TypeStripper } from './typescript/type-stripper.ts';

export interface SandboxOptions {
  threads?: number;
  /** Concurrent programs per thread, most of them waiting for tools. Further programs are queued. Each takes about 2 MB. */
  programsPerThread?: number;
}

const THREADS = 4;
const PROGRAMS_PER_THREAD = 32;
const WATCH_EVERY_MS = 50;
/**
 * The watchdog kills the thread of a program without a heartbeat for its CPU limit plus this grace: such a program is
 * inside a native that never checks for interruption. Measured in CPU time of the thread, or {@link WALL_PER_CPU} times
 * as much wall-clock time.
 */
const STUCK_GRACE_MS = 250;
/** Delay between attempts to replace a lost thread. */
export const REPLACE_AGAIN_AFTER_MS = 1_000;
/** A program fails with the second loss of its thread. The first may have another cause, such as a busy machine. */
const LOST_AS_CULPRIT = 2;
/** Share of the slots reserved for orgs without running programs, because other programs may occupy theirs for a minute. */
const KEPT_SHARE = 1 / 4;

/**
 * Runs untrusted programs: QuickJS in WebAssembly, in a fixed number of threads, one guest with its own memory per
 * program. Only JSON text passes between a program and this process.
 */
export class Sandbox {
  private readonly logger = new Logger('Sandbox');
  private readonly threads = new Set<SandboxThread>();
  /** Pending starts and terminations of threads. */
  private readonly changes = new Set<Promise<unknown>>();
  private readonly programs = new Map<number, { live: LiveProgram; thread: SandboxThread }>();
  private readonly waiting = new WaitingPrograms();
  /** Programs that lost their thread while they were executing, and wait for another thread. */
  private readonly suspects: LiveProgram[] = [];
  private readonly throttle = new OrgThrottle();
  private readonly steps = new PacedSteps();
  private readonly types = new TypeStripper((orgId) => this.throttle.stopped(orgId, performance.now()));
  private readonly watchdog: NodeJS.Timeout;
  private lastRun = 0;
  private isStopped = false;
  killedThreads = 0;

  private constructor(
    private readonly module: WebAssembly.Module,
    private readonly wantedThreads: number,
    private readonly programsPerThread: number,
  ) {
    this.watchdog = setInterval(() => this.watch(), WATCH_EVERY_MS);
    this.watchdog.unref();
  }

  /** Resolves when all threads are ready. */
  static async start({
    threads = THREADS,
    programsPerThread = PROGRAMS_PER_THREAD,
  }: SandboxOptions = {}): Promise<Sandbox> {
    const file = createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm');
    const module = await WebAssembly.compile(await readFile(file));
    const sandbox = new Sandbox(module, threads, programsPerThread);
    await Promise.all(Array.from({ length: threads }, () => sandbox.addThread()));
    return sandbox;
  }

  /**
   * Runs a program to its end. The code is JavaScript, or TypeScript whose types can be stripped. A program that is
   * stopped, throws or cannot be parsed has an outcome with `ok: false`.
   *
   * @throws the rejection of `program.call` or `program.onAnswer`, the reason of `program.signal`, ProgramWaitsError and
   * SandboxStoppedError.
   */
  async run(program: Program): Promise<ProgramOutcome> {
    const bytes = Buffer.byteLength(program.code);
    if (bytes > CODE_LIMIT_BYTES) return neverStarted(codeSizeError(bytes));
    // Run as JavaScript, type arguments of a call would be comparisons.
    if (mayHaveTypeArguments(program.code)) return this.runWithoutTypes(program);
    const outcome = await this.runOnce(program);
    if (outcome.ok || outcome.errorCode !== 'SYNTAX') return outcome;
    return this.runWithoutTypes(program, outcome);
  }

  /**
   * Strips the types and runs the rest. Code that is not TypeScript runs as JavaScript, unless that has failed.
   *
   * @param refused the outcome as JavaScript, if the program has been tried as such.
   */
  private async runWithoutTypes(program: Program, refused?: ProgramOutcome): Promise<ProgramOutcome> {
    const { wallMs } = effectiveLimits(program.limits);
    const startedAt = performance.now() - (refused?.wallMs ?? 0);
    const spent = () => ({ wallMs: performance.now() - startedAt, cpuMs: refused?.cpuMs ?? 0 });
    const late = AbortSignal.timeout(Math.max(0, Math.ceil(wallMs - spent().wallMs)));
    const signal = program.signal ? AbortSignal.any([program.signal, late]) : late;
    const { code = program.code, problem } = await this.types.strip(program.code, program.orgId, signal);
    program.signal?.throwIfAborted();
    if (this.isStopped) throw new SandboxStoppedError();
    if (late.aborted) return neverStarted(wallTimeError(wallMs), spent());
    const cannotBeRead = () => neverStarted(syntaxProblemError(problem ?? ''), spent());
    if (refused && code === program.code)
      return problem === undefined ? { ...refused, ...spent() } : cannotBeRead();
    const before = spent();
    const outcome = await this.runOnce({ ...program, code }, before.wallMs);
    const isRefused = !outcome.ok && outcome.errorCode === 'SYNTAX';
    if (isRefused && problem !== undefined) return cannotBeRead();
    return { ...outcome, cpuMs: before.cpuMs + outcome.cpuMs };
  }

  private async runOnce(program: Program, spentMs = 0): Promise<ProgramOutcome> {
    const { signal } = program;
    signal?.throwIfAborted();
    if (this.isStopped) throw new SandboxStoppedError();
    const live = await new Promise<LiveProgram>((resolve, reject) => {
      const onAbort = () => {
        this.waiting.remove(entry);
        reject(signal?.reason as Error);
      };
      const start = (started: LiveProgram) => {
        signal?.removeEventListener('abort', onAbort);
        resolve(started);
      };
      const entry: WaitingProgram = { program, spentMs, start, reject };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.waiting.add(entry);
      this.startWaiting();
    });
    return live.outcome;
  }

  /** Terminates all threads, including those that are starting. Pending calls of `run` reject with {@link SandboxStoppedError}. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.watchdog);
    await Promise.all([this.types.stop(), ...[...this.threads].map((thread) => thread.stop())]);
    for (const { reject } of this.waiting.takeAll()) reject(new SandboxStoppedError());
    for (const { live } of this.programs.values()) live.abandon(new SandboxStoppedError());
    await Promise.allSettled(this.changes);
  }

  private async whileUnderWay(change: Promise<void>): Promise<void> {
    this.changes.add(change);
    return change.finally(() => this.changes.delete(change));
  }

  /** @param first programs that are placed in the new thread before any queued program. */
  private async addThread(first: readonly LiveProgram[] = []): Promise<void> {
    await this.whileUnderWay(this.startThread(first));
  }

  private async startThread(first: readonly LiveProgram[]): Promise<void> {
    const thread: SandboxThread = await SandboxThread.start(this.module, this.programsPerThread, {
      onMessage: (message) => this.onMessage(message),
      onEnd: (culprit, wasKilled) => this.onThreadLost(thread, culprit, wasKilled),
    });
    if (this.isStopped) return thread.stop();
    this.threads.add(thread);
    for (const live of first) this.move(live, thread);
    this.startWaiting();
  }

  private freeThread(): SandboxThread | undefined {
    let freest: SandboxThread | undefined;
    for (const thread of this.threads) {
      if (thread.live >= this.programsPerThread || this.isShelter(thread)) continue;
      if (!freest || thread.live < freest.live) freest = thread;
    }
    return freest;
  }

  /**
   * True if the thread holds programs that lost their thread to another program. No program joins them until they end.
   * Each further loss identifies one more culprit, so that the innocent programs finish.
   */
  private isShelter(thread: SandboxThread): boolean {
    for (const placed of this.programs.values())
      if (placed.thread === thread && placed.live.lost.asNeighbour > 0) return true;
    return false;
  }

  private startWaiting(): void {
    this.startSuspects();
    const nowMs = performance.now();
    for (let thread; (thread = this.freeThread());) {
      const next = this.waiting.takeNext(
        (orgId) => this.throttle.mayStart(orgId, nowMs) && this.hasPlaceFor(orgId),
        (orgId) => this.throttle.running(orgId),
      );
      if (!next) return;
      const { program, spentMs, start } = next;
      this.throttle.started(program.orgId);
      const { cpuMs } = effectiveLimits(program.limits);
      const throttledCpuMs = this.throttle.cpuMsOf(program.orgId, cpuMs, nowMs);
      const live: LiveProgram = new LiveProgram(
        program,
        { spentMs, cpuMs: throttledCpuMs },
        (wasStoppedForCpu) => {
          this.throttle.ended(program.orgId, wasStoppedForCpu, performance.now());
          this.leave(live);
          this.startWaiting();
        },
        this.steps,
      );
      this.place(live, thread);
      start(live);
    }
  }

  /** Keeps a share of the slots free, so that one org or a few cannot occupy all of them. */
  private hasPlaceFor(orgId: string): boolean {
    const places = this.wantedThreads * this.programsPerThread;
    const kept = Math.floor(places * KEPT_SHARE);
    return this.throttle.running(orgId) === 0 || places - this.programs.size > kept;
  }

  private startSuspects(): void {
    while (this.suspects.length > 0) {
      const thread = this.freeThread();
      if (!thread) return;
      this.move(this.suspects.shift() as LiveProgram, thread);
    }
  }

  /** Moves a program from its lost thread to another, unless it has ended. */
  private move(live: LiveProgram, thread: SandboxThread): void {
    if (!this.programs.has(live.run)) return;
    this.leave(live);
    this.place(live, thread);
  }

  private place(live: LiveProgram, thread: SandboxThread): void {
    this.lastRun = (this.lastRun % 0x7fff_ffff) + 1;
    this.programs.set(this.lastRun, { live, thread });
    thread.live += 1;
    live.startIn(this.lastRun, (message) => thread.post(message));
  }

  private leave(live: LiveProgram): void {
    const placed = this.programs.get(live.run);
    if (!placed) return;
    placed.thread.live -= 1;
    placed.thread.rememberEnded(live.run, live.program.orgId);
    this.programs.delete(live.run);
  }

  private onMessage(message: FromThread): void {
    if (message.type === 'ready') return;
    const live = this.programs.get(message.run)?.live;
    // The program has ended.
    if (!live) return;
    if (message.type === 'progress') live.onProgress(message);
    else live.onRunEnd(message);
  }

  private watch(): void {
    const nowMs = performance.now();
    for (const thread of this.threads) {
      const stuck = thread.stuckRun(nowMs);
      const live = stuck && this.programs.get(stuck.run)?.live;
      const budgetMs = live ? live.limits.cpuMs : effectiveLimits().cpuMs;
      const limitMs = budgetMs + STUCK_GRACE_MS;
      if (!stuck || (stuck.ranMs < limitMs && stuck.forMs < limitMs * WALL_PER_CPU)) continue;
      this.killedThreads += 1;
      // The org is throttled even if the program has already ended by its wall-clock limit.
      const orgId = live?.program.orgId ?? thread.orgOfEnded(stuck.run);
      if (orgId !== undefined) this.throttle.stopped(orgId, nowMs);
      // The thread gets no more programs, although its termination takes a moment.
      this.threads.delete(thread);
      void this.whileUnderWay(thread.kill());
    }
  }

  private onThreadLost(lost: SandboxThread, culprit: number, wasKilled: boolean): void {
    this.threads.delete(lost);
    if (this.isStopped) return;
    const homeless = [...this.programs].filter(([, { thread }]) => thread === lost);
    const neighbours: LiveProgram[] = [];
    for (const [run, { live }] of homeless) {
      live.lost[run === culprit ? 'asCulprit' : 'asNeighbour'] += 1;
      if (live.lost.asCulprit >= LOST_AS_CULPRIT)
        live.fail(wasKilled ? new UnresponsiveError(live.limits.cpuMs, STUCK_GRACE_MS) : crashedError(true));
      else if (live.lost.asNeighbour > this.programsPerThread) live.fail(crashedError(false));
      else if (run === culprit) this.suspects.push(live);
      else neighbours.push(live);
    }
    this.replaceThread(neighbours);
  }

  /** Replaces a lost thread. Retries until the machine can start one; programs are queued meanwhile. */
  private replaceThread(neighbours: readonly LiveProgram[]): void {
    if (this.isStopped) return;
    this.addThread(neighbours).catch((error: unknown) => {
      for (const live of neighbours) live.fail(crashedError(false));
      if (this.isStopped) return;
      this.logger.warn({ err: error, message: 'Cannot start a sandbox thread; it will be retried' });
      setTimeout(() => this.replaceThread([]), REPLACE_AGAIN_AFTER_MS).unref();
    });
  }
}

function neverStarted(error: ProgramError, spent = { wallMs: 0, cpuMs: 0 }): ProgramOutcome {
  const use = { logs: [], toolCalls: [], memoryBytes: 0 };
  return { ok: false, errorCode: error.code, error: error.message, ...use, ...spent };
}
