// Entry point of the stripper thread. The TypeScript parser is no sandbox and may exhaust the stack.
import * as modules from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { FromStripper, Stripped } from './stripper-thread.ts';
import { withComparisons } from './type-arguments.ts';

/** A program is a function body: it returns and awaits. */
const HEAD = 'async function program() {';
/** Enclosing text in which a program cannot close the surrounding function and continue. */
const CLOSED_HEAD = `(${HEAD}`;
const CLOSED_TAIL = '\n})';
/** Starts with a new line, because the program may end in a comment. */
const TAIL = '\n}';
const IS_A_MODULE = 'a program is the body of an async function, and has no import and no export';
const CLOSES_TOO_MUCH = "a '}' closes nothing";
/** Location that the runtime puts before the stack of a parser error. */
const PLACE = /^[^\n]*:(\d+)\n/;

/**
 * Strips the types and keeps the lines, or returns the problem with its line: invalid TypeScript, TypeScript that is more
 * than types (enums), or a module. A crash of the parser ends the thread.
 */
function withoutTypes(code: string): Stripped {
  const stripped = parse(`${HEAD}${code}${TAIL}`);
  if (typeof stripped === 'string')
    return { code: withComparisons(code, stripped.slice(HEAD.length, -TAIL.length)) };
  const { message, line } = stripped;
  const lines = code.split('\n').length;
  if (line === undefined) return { problem: message };
  if (line <= lines) return { problem: `${message} (line ${line})` };
  // A bracket is missing or superfluous. The second parse finds the line of a superfluous one.
  const closed = parse(`${CLOSED_HEAD}${code}${CLOSED_TAIL}`);
  if (typeof closed !== 'string' && closed.line !== undefined && closed.line <= lines)
    return { problem: `${CLOSES_TOO_MUCH} (line ${lineOfLastBrace(code, closed.line)})` };
  return { problem: `${message} (line ${lines}, the end of the program)` };
}

function parse(source: string): string | { message: string; line?: number } {
  try {
    return modules.stripTypeScriptTypes(source);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = error.message.startsWith("'import'") ? IS_A_MODULE : error.message;
    const line = PLACE.exec(error.stack ?? '')?.[1];
    return { message, line: line === undefined ? undefined : Number(line) };
  }
}

/** Returns the line of the closing brace before the error in line `next`: the end of an earlier line, or `next` itself. */
function lineOfLastBrace(code: string, next: number): number {
  const before = code.split('\n').slice(0, next - 1);
  const last = before.findLastIndex((line) => line.trim() !== '');
  return before[last]?.trimEnd().endsWith('}') ? last + 1 : next;
}

const send = (message: FromStripper) => parentPort?.postMessage(message);
parentPort?.on('message', (code: string) => send({ type: 'stripped', stripped: withoutTypes(code) }));
// The first use loads the parser, which must not count against a program's time.
withoutTypes('');
send({ type: 'ready' });
