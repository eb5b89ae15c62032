/** What one program may use. */
export interface ProgramLimits {
  /** From start to end, waiting for tools included. */
  wallMs: number;
  /** Counted only while the program itself runs. */
  cpuMs: number;
  toolCalls: number;
}

export const DEFAULT_LIMITS: ProgramLimits = { wallMs: 10_000, cpuMs: 250, toolCalls: 20 };
/** A thread that is kept waiting by others gets its CPU time, but not without end. */
export const WALL_PER_CPU = 4;
/** No setting goes beyond. */
export const HIGHEST_LIMITS: ProgramLimits = { wallMs: 60_000, cpuMs: 2_000, toolCalls: 200 };

export const MEMORY_LIMIT_BYTES = 32 * 1024 * 1024;
export const STACK_LIMIT_BYTES = 256 * 1024;
export const CODE_LIMIT_BYTES = 64 * 1024;
export const RESULT_LIMIT_BYTES = 256 * 1024;
export const LOG_LIMIT_BYTES = 16 * 1024;
/** Arguments of one call, as JSON. */
export const ARGUMENT_LIMIT_BYTES = 256 * 1024;
/** The value of one call, as JSON: beyond it the program spends its CPU time on reading it. */
export const ANSWER_LIMIT_BYTES = 2 * 1024 * 1024;
/** Lists and objects within each other, in a value, in arguments and in what a tool returns. */
export const NESTING_LIMIT = 200;
/** Calls of one program that run at the same time; more wait for their turn. */
export const CALLS_IN_FLIGHT = 10;
/** Pauses of one program. */
export const SLEEPS_LIMIT = 100;
/** Calls and pauses of one program are numbered together, from 1 to at most this. */
export const STEPS_OF_PROGRAM = HIGHEST_LIMITS.toolCalls + SLEEPS_LIMIT;

/** `limits` over the defaults, each held between 1 and its highest value. */
export function effectiveLimits(limits: Partial<ProgramLimits> = {}): ProgramLimits {
  const within = (key: keyof ProgramLimits) =>
    Math.min(HIGHEST_LIMITS[key], Math.max(1, Math.trunc(limits[key] ?? DEFAULT_LIMITS[key])));
  return { wallMs: within('wallMs'), cpuMs: within('cpuMs'), toolCalls: within('toolCalls') };
}
