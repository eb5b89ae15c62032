// Runs in a thread of its own: the parser of TypeScript is no sandbox, and may run out of stack.
import * as modules from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { FromStripper, Stripped } from './stripper-thread.ts';

/** Programs are bodies of functions: they return and await. */
const HEAD = 'async function program() {';
const IS_A_MODULE = 'a program is the body of an async function, and has no import and no export';

/**
 * The same lines without types; what the problem is where it is TypeScript that is more than types (enums), or a module;
 * neither where it is no TypeScript. What the parser itself dies of ends the thread, which is not used again then.
 */
function withoutTypes(code: string): Stripped {
  try {
    const stripped = modules.stripTypeScriptTypes(`${HEAD}${code}\n}`);
    return { code: stripped.slice(HEAD.length, stripped.lastIndexOf('}')) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    if (error.message.startsWith("'import'")) return { problem: IS_A_MODULE };
    const isMoreThanTypes = 'code' in error && error.code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX';
    return isMoreThanTypes ? { problem: error.message } : {};
  }
}

const tell = (message: FromStripper) => parentPort?.postMessage(message);
parentPort?.on('message', (code: string) => tell({ type: 'stripped', stripped: withoutTypes(code) }));
// The parser is loaded with its first use, which is no program's time.
withoutTypes('');
tell({ type: 'ready' });
