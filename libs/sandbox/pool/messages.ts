import type { ProgramErrorCode } from '../program.ts';

/** What a thread is started with. */
export interface ThreadStart {
  module: WebAssembly.Module;
  /** `[run that is inside the engine or 0, number of its signs of life]` */
  watch: SharedArrayBuffer;
  spareGuests: number;
}

/** One run of a program in a thread; a replay is another run. */
export interface StartRun {
  type: 'run';
  run: number;
  code: string;
  tools: readonly string[];
  seed: number;
  startedAtMs: number;
  wallMs: number;
  /** What is left of `wallMs`: less in a replay on another thread. */
  leftMs: number;
  cpuMs: number;
  toolCalls: number;
}

export interface SettleCall {
  type: 'settle';
  run: number;
  sequence: number;
  ok: boolean;
  answer: string;
  /** What the program's clock shows from now on, since its start. */
  atMs: number;
}

export interface CancelRun {
  type: 'cancel';
  run: number;
}

/** Its time is over: it is to end, and to tell of its log and its use. */
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

/** What a program has asked for, and how often it has come to rest: with nothing left to do until a call is answered. */
export interface RunProgress {
  type: 'progress';
  run: number;
  calls: CallMade[];
  /** Since its start; once for its start and once for each answer that it has taken in. */
  rests: number;
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
  /** By which the watchdog asks for its CPU time, where the system tells it. */
  thread?: string | undefined;
}

/** Messages go in lists, so that what belongs together wakes the other side once. */
export type FromThread = RunProgress | RunEnded | ThreadReady;
