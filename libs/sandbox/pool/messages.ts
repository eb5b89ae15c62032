import type { ProgramErrorCode, RecordedAnswer } from '../program.ts';

export interface ThreadStart {
  module: WebAssembly.Module;
  /** `[run that is inside the engine or 0, number of heartbeats]` */
  watch: SharedArrayBuffer;
  spareGuests: number;
}

/** One run of a program in a thread; a replay is another run. */
export interface StartRun {
  type: 'run';
  run: number;
  code: string;
  tools: readonly string[];
  otherTools: readonly string[];
  seed: number;
  startedAtMs: number;
  wallMs: number;
  /** Remaining part of `wallMs`. Smaller in a replay on another thread. */
  remainingMs: number;
  cpuMs: number;
  toolCalls: number;
}

/** An answer; `atMs` becomes the time of the program's clock. */
export interface SettleCall extends Pick<RecordedAnswer, 'sequence' | 'ok' | 'answer' | 'atMs'> {
  type: 'settle';
  run: number;
}

export interface CancelRun {
  type: 'cancel';
  run: number;
}

/** The wall-clock limit is reached: the thread stops the program and reports its log and usage. */
export interface StopRun {
  type: 'stop';
  run: number;
}

/** See {@link FromThread}. */
export type ToThread = StartRun | SettleCall | StopRun | CancelRun;

export interface CallMade {
  sequence: number;
  tool: string;
  /** The arguments as JSON; for `sleep`, the milliseconds. */
  input: string;
  isSleep: boolean;
}

/** New calls of a program, and how often it has become idle, that is, waits for an answer. */
export interface RunProgress {
  type: 'progress';
  run: number;
  calls: CallMade[];
  /** Count since the start of the run: once for the start and once for each processed answer. */
  idleCount: number;
}

export interface RunEnded {
  type: 'end';
  run: number;
  end: { ok: true; json: string } | { ok: false; code: ProgramErrorCode; message: string };
  logs: string[];
  cpuMs: number;
  memoryBytes: number;
}

export interface ThreadReady {
  type: 'ready';
  /** Name by which the watchdog reads the thread's CPU time, if the system supports it. */
  thread?: string | undefined;
}

/** Messages are sent in batches, so that one batch wakes the other side once. */
export type FromThread = RunProgress | RunEnded | ThreadReady;
