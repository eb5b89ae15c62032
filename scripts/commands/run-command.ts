import { fileURLToPath } from 'node:url';
import { isForeseen } from '#contracts';
import { traceToSources } from '../start/source-traces.ts';
import { readCommandLine, usageError, type CommandLine, type Program } from './command-line.ts';
import type { Options } from './options.ts';
import { HelpWanted, UsageError } from './usage.errors.ts';

/** A table or a column is missing. */
const OLD_SCHEMA = ['42P01', '42703'];
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Runs a program with its command line. The exit code is 2 for a wrong command line and 1 for a failure.
 *
 * @param work returns the output, or an exit code; neither means success without output.
 * @param textOf the text of a failure, for a program whose standard error is a log.
 */
export async function runCommand<Name extends string, Given extends Options>(
  of: Program<Name, Given>,
  work: (line: CommandLine<Name, Given>) => Promise<string | number | void>,
  textOf: (failure: unknown) => unknown = failureText,
): Promise<void> {
  traceToSources(fileURLToPath(new URL('../../', import.meta.url)));
  try {
    const line = readCommandLine(of);
    const result = await work(line).catch((error: unknown) => {
      throw error instanceof UsageError ? usageError(of as unknown as Program, line.command, error) : error;
    });
    if (typeof result === 'string') console.log(result);
    else if (typeof result === 'number') process.exitCode = result;
  } catch (error) {
    process.exitCode = tellFailure(error, textOf);
  }
}

/** Prints the problems that a check has found. @returns the exit code. */
export function tellFindings(
  { problems, ...report }: { problems: readonly string[]; figures: object },
  none: string,
  some: string,
): number {
  console.log(JSON.stringify({ ...report, problems }, null, 2));
  console.log(problems.length === 0 ? none : `${problems.length} ${some}`);
  return problems.length === 0 ? 0 : 1;
}

/** Prints the reason why a command failed. @returns the exit code. */
export function tellFailure(error: unknown, textOf: (failure: unknown) => unknown = failureText): number {
  if (error instanceof HelpWanted) {
    console.log(error.message);
    return 0;
  }
  if (error instanceof UsageError) {
    console.error(error.message);
    return 2;
  }
  console.error(textOf(error));
  return 1;
}

/** An expected error is printed without its stack; any other error with it. */
function failureText(error: unknown): unknown {
  return isForeseen(error) ? error.message : (problemOutside(error) ?? error);
}

/** System calls that fail for what is outside of this process, such as a port that is taken. */
const OUTSIDE = ['listen', 'bind', 'connect', 'getaddrinfo'];
/** Errors of files that this user may not use, or of a full disk. */
const OF_FILES = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR'];

/** The problem of the database's schema, the network or a file. */
function problemOutside(error: unknown): string | undefined {
  const { code = '', syscall = '', message } = (error ?? {}) as NodeJS.ErrnoException;
  if (OLD_SCHEMA.includes(code)) return 'The database does not have the newest schema: run npm run migrate.';
  if (code === INSUFFICIENT_PRIVILEGE)
    return `The login of DATABASE_URL lacks a right: ${message}. The owner of the database can give it.`;
  return OUTSIDE.includes(syscall) || OF_FILES.includes(code) ? message : undefined;
}
