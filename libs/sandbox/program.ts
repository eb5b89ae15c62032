import type { ProgramLimits } from './limits.ts';

/** Reasons for which a program is stopped or ends without a value. */
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

/** Result of a tool call: the value that the function in the program returns, or the error that it throws. */
export type ToolAnswer = { ok: true; value: unknown } | { ok: false; errorClass: string; message: string };

export interface ToolRequest {
  /** Number of the call or pause within the program, from 1. A call has the same number in a replay. */
  sequence: number;
  tool: string;
  input: unknown;
  /** The input as the program serialized it, with its order of keys. */
  json: string;
  /** Aborts when the program ends. */
  signal: AbortSignal;
  /** Remaining wall-clock time of the program. */
  remainingMs: number;
}

/**
 * The answer of a finished call or pause. Answers are recorded in the order of delivery. Together with code, seed and
 * start time they reproduce the run.
 */
export interface RecordedAnswer {
  sequence: number;
  /** The tool's name, or `sleep` for a pause. */
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
  /** The owner of the program. An org whose programs repeatedly exceed their CPU limit is throttled: one program at a time, with less CPU time. */
  orgId: string;
  /** Names of the tools that the program may call. */
  tools: readonly string[];
  /** Names of tools that it may not call. Other undefined names count as tools if they are called and have several words. */
  otherTools?: readonly string[];
  /**
   * Calls a tool. `waits` means that this run gets no answer, because the call needs an approval. The program continues
   * with its other work; when all of it waits, `run` rejects with ProgramWaitsError. If `call` rejects, the program ends
   * and `run` rejects with the same error.
   */
  call(request: ToolRequest): Promise<ToolAnswer | 'waits'>;
  /** Initial time of the program's `Date`. */
  startedAt: Date;
  /** Seed of the program's `Math.random`. */
  seed: number;
  limits?: Partial<ProgramLimits>;
  /** Answers recorded by an earlier run of the same program. These calls are not made again. */
  recorded?: readonly RecordedAnswer[];
  /** Called with each new answer before the program receives it. A replay skips recorded answers. */
  onAnswer?(answer: RecordedAnswer): Promise<void>;
  signal?: AbortSignal;
}

export interface ProgramCall extends Pick<RecordedAnswer, 'sequence' | 'tool' | 'input' | 'ok'> {
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
