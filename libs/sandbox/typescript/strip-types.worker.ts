// Runs in a thread of its own: the parser of TypeScript is no sandbox, and may run out of stack.
import * as modules from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { FromStripper, Stripped } from './stripper-thread.ts';
import { withComparisons } from './type-arguments.ts';

/** Programs are bodies of functions: they return and await. */
const HEAD = 'async function program() {';
/** In these a program cannot close the function around it, and go on. */
const CLOSED_HEAD = `(${HEAD}`;
const CLOSED_TAIL = '\n})';
/** On a line of its own: the program may end in a comment. */
const TAIL = '\n}';
const IS_A_MODULE = 'a program is the body of an async function, and has no import and no export';
const CLOSES_TOO_MUCH = "a '}' closes nothing";
/** What the runtime puts before the trace of an error of its parser. */
const PLACE = /^[^\n]*:(\d+)\n/;

/**
 * The same lines without types, or what is wrong and in which line: it is no TypeScript, or TypeScript that is more than
 * types (enums), or a module. What the parser itself dies of ends the thread, which is not used again then.
 */
function withoutTypes(code: string): Stripped {
  const stripped = parse(`${HEAD}${code}${TAIL}`);
  if (typeof stripped === 'string')
    return { code: withComparisons(code, stripped.slice(HEAD.length, -TAIL.length)) };
  const { message, line } = stripped;
  const lines = code.split('\n').length;
  if (line === undefined) return { problem: message };
  if (line <= lines) return { problem: `${message} (line ${line})` };
  // It lacks an end, or has one too many, before which another head tells of what follows it.
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

/** Of the brace after which line `next` goes on: at the end of a line before it, or in it. */
function lineOfLastBrace(code: string, next: number): number {
  const before = code.split('\n').slice(0, next - 1);
  const last = before.findLastIndex((line) => line.trim() !== '');
  return before[last]?.trimEnd().endsWith('}') ? last + 1 : next;
}

const tell = (message: FromStripper) => parentPort?.postMessage(message);
parentPort?.on('message', (code: string) => tell({ type: 'stripped', stripped: withoutTypes(code) }));
// The parser is loaded with its first use, which is no program's time.
withoutTypes('');
tell({ type: 'ready' });
