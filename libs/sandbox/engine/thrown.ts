import type { StartRun } from '../pool/messages.ts';
import {
  memoryError,
  ProgramError,
  resultNotJsonError,
  stackError,
  syntaxProblemError,
  thrownError,
  toolNotAllowedError,
} from '../program.errors.ts';

/** The prelude's report of a program that ended without a value. The program can choose all of its texts. */
interface Report {
  phase: 'compile' | 'run' | 'result';
  isNull: boolean;
  /** True for an internal error of the engine with its original name. */
  isEngines: boolean;
  name: string;
  message: string;
  stack: string;
  errorClass: string;
}

/** Lines of the function head that the engine puts before a program. */
const HEAD_LINES = 2;
/** Prefix of the message, which has a suffix for regular expressions. */
const OUT_OF_MEMORY = 'out of memory';
const STACK_OVERFLOW = 'Maximum call stack size exceeded';
const NOT_DEFINED = /^(\w+) is not defined$/;
/** Tool names are snake case, unlike the globals of other runtimes. */
const TOOL_NAME = /^[a-z0-9]+(?:_[a-z0-9]+)+$/;

/**
 * Converts a report to an error. A missing report means that no memory remained to create it. An engine whose memory is
 * full (`isFull`) throws `null` if it cannot allocate an error.
 */
export function errorOfReport(json: string | undefined, start: StartRun, isFull: boolean): ProgramError {
  if (json === undefined) return memoryError();
  const report = JSON.parse(json) as Report;
  const { name, message, errorClass } = report;
  if ((report.isNull && isFull) || (report.isEngines && message.startsWith(OUT_OF_MEMORY)))
    return memoryError();
  if ((name === 'RangeError' || name === 'InternalError') && message === STACK_OVERFLOW) return stackError();
  if (report.phase === 'compile') return syntaxProblemError(`${message}${lineOf(report.stack)}`);
  if (report.phase === 'result') return resultNotJsonError(message);
  if (errorClass === 'TOOL_NOT_ALLOWED') return new ProgramError('TOOL_NOT_ALLOWED', message);
  const missing = name === 'ReferenceError' ? NOT_DEFINED.exec(message)?.[1] : undefined;
  if (missing !== undefined && isTool(missing, start)) return toolNotAllowedError(missing);
  const title = [name, errorClass].filter(Boolean).join(' ');
  return thrownError(`${title ? `${title}: ` : ''}${message}${lineOf(report.stack)}`);
}

/** True if the host knows the undefined name as a tool, or the program calls it like one. */
function isTool(name: string, { code, otherTools }: StartRun): boolean {
  if (otherTools.includes(name)) return true;
  return TOOL_NAME.test(name) && new RegExp(`\\b${name}\\s*(?:\\?\\.\\s*)?\\(`).test(code);
}

/** The first line of the program in a stack. */
function lineOf(stack: string): string {
  const line = Number(/<input>:(\d+)/.exec(stack)?.[1]) - HEAD_LINES;
  return line > 0 ? ` (line ${line})` : '';
}
