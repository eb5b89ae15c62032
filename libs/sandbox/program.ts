import type { ProgramLimits } from './limits.ts';

/** How a program can be stopped, or end without a value. */
export type ProgramErrorCode =
  | 'WALL_TIME'
  | 'CPU_TIME'
  | 'MEMORY'
  | 'TOOL_CALLS'
  | 'STACK'
  | 'CODE_SIZE'
  | 'RESULT_SIZE'
  | 'RESULT_NOT_JSON'
  | 'SYNTAX'
  | 'TOOL_NOT_ALLOWED'
  | 'PROGRAM_ERROR'
  | 'CRASHED'
  | 'REPLAY_DIVERGED';

/** What a tool call comes to for a program: the value that the function returns, or the error that it throws. */
export type ToolAnswer = { ok: true; value: unknown } | { ok: false; errorClass: string; message: string };

export interface ToolRequest {
  /** 1 for the first call or pause of the program, and so on. The same call has the same number in a replay. */
  sequence: number;
  tool: string;
  input: unknown;
  /** The same as the program wrote it: keys in its order. */
  json: string;
  /** Aborts when the program ends. */
  signal: AbortSignal;
  /** What is left of the program's wall clock. */
  remainingMs: number;
}

/**
 * A call that has been answered (or a pause that is over), in the order in which programs learned of it. With the
 * program's code, seed and start these make its replay.
 */
export interface RecordedAnswer {
  sequence: number;
  /** `sleep` is the pause. */
  tool: string;
  /** The arguments as JSON. */
  input: string;
  ok: boolean;
  /** The value or `{ errorClass, message }`, as JSON. */
  answer: string;
  /** Milliseconds since the program's start, on the program's own clock. */
  atMs: number;
}

export interface Program {
  code: string;
  /** Whose program it is; an org whose programs are stopped for CPU again and again runs one at a time, with less CPU time, for a while. */
  orgId: string;
  /** Names of the tools that it may call. */
  tools: readonly string[];
  /**
   * Calls a tool. `waits` is for a call that this run gets no answer to, because a person has to agree to it: the program
   * goes on with what else it does, and when nothing of it moves any more `run` rejects with ProgramWaitsError. When it
   * rejects, the program ends and `run` rejects with the same error.
   */
  call(request: ToolRequest): Promise<ToolAnswer | 'waits'>;
  /** Where the program's `Date` starts. */
  startedAt: Date;
  /** Of the program's `Math.random`. */
  seed: number;
  limits?: Partial<ProgramLimits>;
  /** What an earlier run of the same program has recorded: those calls are not made again. */
  recorded?: readonly RecordedAnswer[];
  /** Told of each answer before the program is; a replay tells only of what is new. */
  onAnswer?(answer: RecordedAnswer): Promise<void>;
  signal?: AbortSignal;
}

export interface ProgramCall {
  sequence: number;
  tool: string;
  input: string;
  ok: boolean;
  answerBytes: number;
  durationMs: number;
}

export interface ProgramUse {
  logs: string[];
  toolCalls: ProgramCall[];
  wallMs: number;
  cpuMs: number;
  memoryBytes: number;
}

export type ProgramOutcome = ProgramUse &
  (
    | { ok: true; value: unknown; valueBytes: number }
    | { ok: false; errorCode: ProgramErrorCode; error: string }
  );
