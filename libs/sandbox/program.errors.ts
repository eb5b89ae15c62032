import {
  CODE_LIMIT_BYTES,
  MEMORY_LIMIT_BYTES,
  RESULT_LIMIT_BYTES,
  SLEEPS_LIMIT,
  STACK_LIMIT_BYTES,
} from './limits.ts';
import type { ProgramErrorCode } from './program.ts';

/** The reason for which a program ended without a value. The message is for the model that wrote the program and names the limit. */
export class ProgramError extends Error {
  readonly code: ProgramErrorCode;

  constructor(code: ProgramErrorCode, message: string) {
    super(message);
    this.name = new.target.name;
    this.code = code;
  }
}

export const wallTimeError = (wallMs: number) =>
  new ProgramError('WALL_TIME', `The program was stopped after its wall-clock limit of ${wallMs / 1_000} s.`);

/** The program awaits a promise that nothing can settle. It ends at once, because waiting for its timeout would only occupy a slot. */
export const neverSettlesError = (wallMs: number) =>
  new ProgramError(
    'WALL_TIME',
    `The program waits for a promise that nothing will settle; it was stopped before its wall-clock limit of ${wallMs / 1_000} s.`,
  );

export const cpuTimeError = (cpuMs: number) =>
  new ProgramError('CPU_TIME', `The program was stopped after its limit of ${cpuMs} ms of CPU time.`);

/** The machine is busy: the wall clock stops a program that has not reached its CPU limit. */
export const keptWaitingError = (cpuMs: number, insideMs: number) =>
  new ProgramError(
    'CPU_TIME',
    `The program was stopped after running for ${insideMs} ms on the clock without having had its limit of ${cpuMs} ms of CPU time: the machine is busy.`,
  );

/** Appended to a `CPU_TIME` message if throttling lowered the program's limit. */
export function throttledNotice(settingMs: number): string {
  return `By its setting it would have ${settingMs} ms, but programs of this org were stopped for CPU again and again within a minute.`;
}

/** The program was inside a native function that never checks for interruption. The watchdog ended it together with its thread. */
export class UnresponsiveError extends ProgramError {
  constructor(cpuMs: number, graceMs: number) {
    super(
      'CPU_TIME',
      `The program was ended with its thread, in each of two tries: it did not respond for its limit of ${cpuMs} ms of CPU time and ${graceMs} ms more.`,
    );
  }
}

export const memoryError = () =>
  new ProgramError(
    'MEMORY',
    `The program needs more than its limit of ${MEMORY_LIMIT_BYTES / 1_048_576} MiB of memory.`,
  );

export const toolCallsError = (calls: number) =>
  new ProgramError('TOOL_CALLS', `The program was stopped at its limit of ${calls} tool calls.`);

export const sleepsError = () =>
  new ProgramError('TOOL_CALLS', `The program was stopped at its limit of ${SLEEPS_LIMIT} pauses.`);

export const stackError = () =>
  new ProgramError(
    'STACK',
    `The program recurses beyond its limit of ${STACK_LIMIT_BYTES / 1_024} KiB of stack.`,
  );

export const codeSizeError = (bytes: number) =>
  new ProgramError(
    'CODE_SIZE',
    `The program has ${bytes} bytes; the limit is ${CODE_LIMIT_BYTES / 1_024} KiB of code.`,
  );

export const resultSizeError = (bytes: number) =>
  new ProgramError(
    'RESULT_SIZE',
    `The value has ${bytes} bytes as JSON; the limit is ${RESULT_LIMIT_BYTES / 1_024} KiB. Return less of it.`,
  );

export const resultNotJsonError = (reason: string) =>
  new ProgramError('RESULT_NOT_JSON', `The value returned is not JSON: ${reason}`);

export const syntaxProblemError = (reason: string) =>
  new ProgramError('SYNTAX', `The program cannot be read: ${reason}`);

export const toolNotAllowedError = (tool: string) =>
  new ProgramError('TOOL_NOT_ALLOWED', `This program may not call ${tool.slice(0, 80)}.`);

export const thrownError = (thrown: string) =>
  new ProgramError('PROGRAM_ERROR', `The program threw ${thrown}`);

/** @param inEngine true if the thread crashed each time while this program was executing, false if another program was. */
export const crashedError = (inEngine: boolean) =>
  new ProgramError(
    'CRASHED',
    inEngine
      ? 'The thread of the program ended while it ran, and again in the replay of it.'
      : 'The program lost its thread to other programs, and again in each replay of it.',
  );

/** The guest's engine must send JSON only. A guest that sends anything else is no longer trusted. */
export const unreadableError = () =>
  new ProgramError('CRASHED', 'The program tried to send something that is not JSON and was ended.');

export const replayDivergedError = (sequence: number) =>
  new ProgramError('REPLAY_DIVERGED', `The replay differs from the recording at call ${sequence}.`);
