export interface ProgramLimits {
  /** Time from start to end, including waits for tools. */
  wallMs: number;
  /** CPU time of the program itself, without its tools. */
  cpuMs: number;
  toolCalls: number;
}

export const DEFAULT_LIMITS: ProgramLimits = { wallMs: 10_000, cpuMs: 250, toolCalls: 20 };
/** A program on a busy machine is stopped after this multiple of its CPU limit in wall-clock time. */
export const WALL_PER_CPU = 4;
/** Upper bounds of the settings. */
export const HIGHEST_LIMITS: ProgramLimits = { wallMs: 60_000, cpuMs: 2_000, toolCalls: 200 };

export const MEMORY_LIMIT_BYTES = 32 * 1024 * 1024;
export const STACK_LIMIT_BYTES = 256 * 1024;
export const CODE_LIMIT_BYTES = 64 * 1024;
export const RESULT_LIMIT_BYTES = 256 * 1024;
export const LOG_LIMIT_BYTES = 16 * 1024;
/** Arguments of one call, as JSON. */
export const ARGUMENT_LIMIT_BYTES = 256 * 1024;
/** The value of one call, as JSON. A program would spend its CPU time on parsing a larger one. */
export const ANSWER_LIMIT_BYTES = 2 * 1024 * 1024;
/** Nesting depth of lists and objects in the program's value, in arguments and in tool results. */
export const NESTING_LIMIT = 200;
/** Concurrent calls of one program. Further calls are queued. */
export const CALLS_IN_FLIGHT = 10;
/** Number of pauses (`sleep`) of one program. */
export const SLEEPS_LIMIT = 100;
/** Calls and pauses of one program are numbered together, from 1 to at most this. */
export const STEPS_OF_PROGRAM = HIGHEST_LIMITS.toolCalls + SLEEPS_LIMIT;

/** Merges `limits` into the defaults and clamps each between 1 and its upper bound. */
export function effectiveLimits(limits: Partial<ProgramLimits> = {}): ProgramLimits {
  const within = (key: keyof ProgramLimits) =>
    Math.min(HIGHEST_LIMITS[key], Math.max(1, Math.trunc(limits[key] ?? DEFAULT_LIMITS[key])));
  return { wallMs: within('wallMs'), cpuMs: within('cpuMs'), toolCalls: within('toolCalls') };
}
