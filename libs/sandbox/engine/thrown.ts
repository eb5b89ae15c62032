import {
  memoryError,
  ProgramError,
  resultNotJsonError,
  stackError,
  syntaxProblemError,
  thrownError,
  toolNotAllowedError,
} from '../program.errors.ts';

/** What the prelude says of a program that ended without a value. All of it is text that the program could choose. */
interface Report {
  phase: 'compile' | 'run' | 'result';
  isNull: boolean;
  /** The engine's own kind of error, under its own name. */
  isEngines: boolean;
  name: string;
  message: string;
  stack: string;
  errorClass: string;
}

/** The engine puts a program into a function whose head takes these lines. */
const HEAD_LINES = 2;
/** Of matching a pattern it adds so. */
const OUT_OF_MEMORY = 'out of memory';
const STACK_OVERFLOW = 'Maximum call stack size exceeded';
/** Tools are named in snake case, and nothing that other runtimes offer is. */
const TOOL_NAME = /^([a-z0-9]+(?:_[a-z0-9]+)+) is not defined$/;

/**
 * The error of a report; no report at all means that there was no memory left to make one. An engine whose memory is
 * full (`isFull`) throws `null` where it has no room for an error.
 */
export function errorOfReport(json: string | undefined, code: string, isFull: boolean): ProgramError {
  if (json === undefined) return memoryError();
  const report = JSON.parse(json) as Report;
  const { name, message, errorClass } = report;
  if ((report.isNull && isFull) || (report.isEngines && message.startsWith(OUT_OF_MEMORY)))
    return memoryError();
  if ((name === 'RangeError' || name === 'InternalError') && message === STACK_OVERFLOW) return stackError();
  if (report.phase === 'compile') return syntaxProblemError(`${message}${lineOf(report.stack)}`);
  if (report.phase === 'result') return resultNotJsonError(message);
  if (errorClass === 'TOOL_NOT_ALLOWED') return new ProgramError('TOOL_NOT_ALLOWED', message);
  const missing = name === 'ReferenceError' ? TOOL_NAME.exec(message)?.[1] : undefined;
  if (missing !== undefined && code.includes(`${missing}(`)) return toolNotAllowedError(missing);
  const title = [name, errorClass].filter(Boolean).join(' ');
  return thrownError(`${title ? `${title}: ` : ''}${message}${lineOf(report.stack)}`);
}

/** The first line of the program's own that a stack names. */
function lineOf(stack: string): string {
  const line = Number(/<input>:(\d+)/.exec(stack)?.[1]) - HEAD_LINES;
  return line > 0 ? ` (line ${line})` : '';
}
