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

export type ToThread = StartRun | SettleCall | CancelRun;

export interface CallMade {
  type: 'call';
  run: number;
  sequence: number;
  tool: string;
  /** The arguments as JSON; for `sleep`, the milliseconds. */
  input: string;
  isSleep: boolean;
}

/** The program has nothing left to do until one of its calls is answered. */
export interface RunWaits {
  type: 'waits';
  run: number;
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
}

export type FromThread = CallMade | RunWaits | RunEnded | ThreadReady;
