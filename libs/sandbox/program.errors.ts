import {
  CODE_LIMIT_BYTES,
  MEMORY_LIMIT_BYTES,
  RESULT_LIMIT_BYTES,
  SLEEPS_LIMIT,
  STACK_LIMIT_BYTES,
} from './limits.ts';
import type { ProgramErrorCode } from './program.ts';

/** Why a program ended without a value. The message is for the model that wrote it, and names the limit. */
export class ProgramError extends Error {
  readonly code: ProgramErrorCode;

  constructor(code: ProgramErrorCode, message: string) {
    super(message);
    this.name = new.target.name;
    this.code = code;
  }
}

export class WallTimeError extends ProgramError {
  constructor(wallMs: number) {
    super('WALL_TIME', `The program was stopped after its wall-clock limit of ${wallMs / 1_000} s.`);
  }
}

/** It awaits what nothing can settle: waiting for the clock would only hold its place. */
export class NeverSettlesError extends ProgramError {
  constructor(wallMs: number) {
    super(
      'WALL_TIME',
      `The program waits for a promise that nothing will settle; it was stopped before its wall-clock limit of ${wallMs / 1_000} s.`,
    );
  }
}

export class CpuTimeError extends ProgramError {
  constructor(cpuMs: number) {
    super('CPU_TIME', `The program was stopped after its limit of ${cpuMs} ms of CPU time.`);
  }
}

/** Others had the processor: the clock ends what CPU time would have ended. */
export class KeptWaitingError extends ProgramError {
  constructor(cpuMs: number, insideMs: number) {
    super(
      'CPU_TIME',
      `The program was stopped after running for ${insideMs} ms on the clock without having had its limit of ${cpuMs} ms of CPU time: the machine is busy.`,
    );
  }
}

/** Follows a message of `CPU_TIME` where the program had less than the limit of its setting. */
export function brakedNotice(settingMs: number): string {
  return `By its setting it would have ${settingMs} ms, but programs of this org were stopped for CPU again and again within a minute.`;
}

/** Inside one function of the engine that never asks whether to go on: the watchdog ended it with its thread. */
export class NoSignOfLifeError extends ProgramError {
  constructor(cpuMs: number, graceMs: number) {
    super(
      'CPU_TIME',
      `The program was ended with its thread, in each of two tries: it gave no sign of life for its limit of ${cpuMs} ms of CPU time and ${graceMs} ms more.`,
    );
  }
}

export class MemoryError extends ProgramError {
  constructor() {
    super(
      'MEMORY',
      `The program needs more than its limit of ${MEMORY_LIMIT_BYTES / 1_048_576} MiB of memory.`,
    );
  }
}

export class ToolCallsError extends ProgramError {
  constructor(calls: number) {
    super('TOOL_CALLS', `The program was stopped at its limit of ${calls} tool calls.`);
  }
}

export class SleepsError extends ProgramError {
  constructor() {
    super('TOOL_CALLS', `The program was stopped at its limit of ${SLEEPS_LIMIT} pauses.`);
  }
}

export class StackError extends ProgramError {
  constructor() {
    super('STACK', `The program recurses beyond its limit of ${STACK_LIMIT_BYTES / 1_024} KiB of stack.`);
  }
}

export class CodeSizeError extends ProgramError {
  constructor(bytes: number) {
    super(
      'CODE_SIZE',
      `The program has ${bytes} bytes; the limit is ${CODE_LIMIT_BYTES / 1_024} KiB of code.`,
    );
  }
}

export class ResultSizeError extends ProgramError {
  constructor(bytes: number) {
    super(
      'RESULT_SIZE',
      `The value has ${bytes} bytes as JSON; the limit is ${RESULT_LIMIT_BYTES / 1_024} KiB. Return less of it.`,
    );
  }
}

export class ResultNotJsonError extends ProgramError {
  constructor(reason: string) {
    super('RESULT_NOT_JSON', `The value returned is not JSON: ${reason}`);
  }
}

export class SyntaxProblemError extends ProgramError {
  constructor(reason: string) {
    super('SYNTAX', `The program cannot be read: ${reason}`);
  }
}

export class ToolNotAllowedError extends ProgramError {
  constructor(tool: string) {
    super('TOOL_NOT_ALLOWED', `This program may not call ${tool.slice(0, 80)}.`);
  }
}

export class ThrownError extends ProgramError {
  constructor(thrown: string) {
    super('PROGRAM_ERROR', `The program threw ${thrown}`);
  }
}

export class CrashedError extends ProgramError {
  /** @param inEngine the thread ended by itself each time while this program was in it, not while a neighbour was. */
  constructor(inEngine: boolean) {
    super(
      'CRASHED',
      inEngine
        ? 'The thread of the program ended while it ran, and again in the replay of it.'
        : 'The program lost its thread to other programs, and again in each replay of it.',
    );
  }
}

/** Only JSON is asked of the guest's engine: whatever made it write something else, no more is believed of it. */
export class UnreadableError extends ProgramError {
  constructor() {
    super('CRASHED', 'The program tried to send something that is not JSON and was ended.');
  }
}

export class ReplayDivergedError extends ProgramError {
  constructor(sequence: number) {
    super(
      'REPLAY_DIVERGED',
      `The replay does not do as recorded: call ${sequence} is another one than before.`,
    );
  }
}
