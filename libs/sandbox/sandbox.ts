import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Logger } from '@nestjs/common';
import { CODE_LIMIT_BYTES, effectiveLimits, WALL_PER_CPU } from './limits.ts';
import { LiveProgram } from './pool/live-program.ts';
import type { FromThread } from './pool/messages.ts';
import { OrgBrake } from './pool/org-brake.ts';
import { PacedSteps } from './pool/paced-steps.ts';
import { SandboxThread } from './pool/sandbox-thread.ts';
import { WaitingPrograms, type WaitingProgram } from './pool/waiting-programs.ts';
import {
  codeSizeError,
  crashedError,
  NoSignOfLifeError,
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
  /** Programs that are in one thread at the same time, most of them waiting for tools; more wait for their turn. Each holds some 2 MB. */
  programsPerThread?: number;
}

const THREADS = 4;
const PROGRAMS_PER_THREAD = 32;
const WATCH_EVERY_MS = 50;
/**
 * A program without a sign of life for its CPU limit and so much more is in a native that never asks to be stopped: CPU
 * time of its thread, or {@link WALL_PER_CPU} times as much on the clock.
 */
const STUCK_GRACE_MS = 250;
/** Pause before another try to start a thread in place of one that was lost. */
export const REPLACE_AGAIN_AFTER_MS = 1_000;
/** A thread may have been kept from running: its program is blamed the second time only. */
const LOST_AS_CULPRIT = 2;
/** Share of the places that is for orgs which have none: programs of others may wait for tools for as long as a minute. */
const KEPT_SHARE = 1 / 4;

/**
 * Runs programs of strangers: QuickJS in WebAssembly, in a fixed number of threads, one guest with its own memory per
 * program. Only JSON text passes between a program and this process.
 */
export class Sandbox {
  private readonly logger = new Logger('Sandbox');
  private readonly threads = new Set<SandboxThread>();
  /** Starts and ends of threads that are under way. */
  private readonly changes = new Set<Promise<unknown>>();
  private readonly programs = new Map<number, { live: LiveProgram; thread: SandboxThread }>();
  private readonly waiting = new WaitingPrograms();
  /** Programs that were blamed once for the loss of their thread, and wait for another. */
  private readonly suspects: LiveProgram[] = [];
  private readonly brake = new OrgBrake();
  private readonly steps = new PacedSteps();
  private readonly types = new TypeStripper((orgId) => this.brake.stopped(orgId, performance.now()));
  private readonly watchdog: NodeJS.Timeout;
  private lastRun = 0;
  private isStopped = false;
  /** Threads that had to be ended because a program held them, since the start. */
  killedThreads = 0;

  private constructor(
    private readonly module: WebAssembly.Module,
    private readonly wantedThreads: number,
    private readonly programsPerThread: number,
  ) {
    this.watchdog = setInterval(() => this.watch(), WATCH_EVERY_MS);
    this.watchdog.unref();
  }

  /** Resolves when all threads take programs. */
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
   * Runs a program in JavaScript, or in TypeScript whose types can be left out, to its end. A program that is stopped, throws or cannot be read is an outcome with `ok: false`.
   *
   * @throws what `program.call` or `program.onAnswer` rejected with, the reason of `program.signal`,
   * ProgramWaitsError and SandboxStoppedError.
   */
  async run(program: Program): Promise<ProgramOutcome> {
    const bytes = Buffer.byteLength(program.code);
    if (bytes > CODE_LIMIT_BYTES) return neverStarted(codeSizeError(bytes));
    // As JavaScript it might run, and compare what it is to call.
    if (mayHaveTypeArguments(program.code)) return this.runWithoutTypes(program);
    const outcome = await this.runOnce(program);
    if (outcome.ok || outcome.errorCode !== 'SYNTAX') return outcome;
    return this.runWithoutTypes(program, outcome);
  }

  /**
   * What is no TypeScript, and has not been refused as JavaScript, is run as that.
   *
   * @param refused what it came to as JavaScript; nothing where that has not been tried.
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
      const entry: WaitingProgram = { program, spentMs, start, giveUp: reject };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.waiting.add(entry);
      this.startWaiting();
    });
    return live.outcome;
  }

  /** Ends all threads, also those that are just starting; who waits for a program gets a {@link SandboxStoppedError}. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.watchdog);
    await Promise.all([this.types.stop(), ...[...this.threads].map((thread) => thread.stop())]);
    for (const { giveUp } of this.waiting.takeAll()) giveUp(new SandboxStoppedError());
    for (const { live } of this.programs.values()) live.abandon(new SandboxStoppedError());
    await Promise.allSettled(this.changes);
  }

  private async whileUnderWay<T>(change: Promise<T>): Promise<T> {
    this.changes.add(change);
    try {
      return await change;
    } finally {
      this.changes.delete(change);
    }
  }

  /** @param first goes into the new thread before anything that waits. */
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
   * Whether programs that lost their thread to a neighbour are in it: nobody joins them before they are done. Each
   * further loss takes one more culprit out of their midst, so that they come to their end.
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
        (orgId) => this.brake.mayStart(orgId, nowMs) && this.hasPlaceFor(orgId),
        (orgId) => this.brake.running(orgId),
      );
      if (!next) return;
      const { program, spentMs, start } = next;
      this.brake.started(program.orgId);
      const { cpuMs } = effectiveLimits(program.limits);
      const brakedCpuMs = this.brake.cpuMsOf(program.orgId, cpuMs, nowMs);
      const live: LiveProgram = new LiveProgram(
        program,
        { spentMs, cpuMs: brakedCpuMs },
        (wasStoppedForCpu) => {
          this.brake.ended(program.orgId, wasStoppedForCpu, performance.now());
          this.leave(live);
          this.startWaiting();
        },
        this.steps,
      );
      this.place(live, thread);
      start(live);
    }
  }

  /** One org, or a few of them, cannot hold all places at once. */
  private hasPlaceFor(orgId: string): boolean {
    const places = this.wantedThreads * this.programsPerThread;
    const kept = Math.floor(places * KEPT_SHARE);
    return this.brake.running(orgId) === 0 || places - this.programs.size > kept;
  }

  private startSuspects(): void {
    while (this.suspects.length > 0) {
      const thread = this.freeThread();
      if (!thread) return;
      this.move(this.suspects.shift() as LiveProgram, thread);
    }
  }

  /** Into another thread than the one that it has lost, unless it has ended meanwhile. */
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
    placed.thread.rememberLeft(live.run, live.program.orgId);
    this.programs.delete(live.run);
  }

  private onMessage(message: FromThread): void {
    if (message.type === 'ready') return;
    const live = this.programs.get(message.run)?.live;
    // Of a program that has ended meanwhile.
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
      // Its wall clock may have ended the program before: its org is held back all the same.
      const orgId = live?.program.orgId ?? thread.orgOfLeft(stuck.run);
      if (orgId !== undefined) this.brake.stopped(orgId, nowMs);
      // It takes no more programs from this moment, though its end comes a little later.
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
        live.fail(wasKilled ? new NoSignOfLifeError(live.limits.cpuMs, STUCK_GRACE_MS) : crashedError(true));
      else if (live.lost.asNeighbour > this.programsPerThread) live.fail(crashedError(false));
      else if (run === culprit) this.suspects.push(live);
      else neighbours.push(live);
    }
    this.replaceThread(neighbours);
  }

  /** A machine that has no room for a thread now may have it later: programs wait for one meanwhile. */
  private replaceThread(neighbours: readonly LiveProgram[]): void {
    if (this.isStopped) return;
    this.addThread(neighbours).catch((error: unknown) => {
      for (const live of neighbours) live.fail(crashedError(false));
      if (this.isStopped) return;
      this.logger.warn({ err: error, message: 'No thread for programs could be started; it is tried again' });
      setTimeout(() => this.replaceThread([]), REPLACE_AGAIN_AFTER_MS).unref();
    });
  }
}

function neverStarted(error: ProgramError, spent = { wallMs: 0, cpuMs: 0 }): ProgramOutcome {
  const use = { logs: [], toolCalls: [], memoryBytes: 0 };
  return { ok: false, errorCode: error.code, error: error.message, ...use, ...spent };
}
