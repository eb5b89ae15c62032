// Runs in a thread of its own, for one program: the parser of TypeScript is no sandbox, and may run out of stack.
import * as modules from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/** Programs are bodies of functions: they return and await. */
const HEAD = 'async function program() {';
const { code } = workerData as { code: string };

/** The same lines without types, or undefined where it is not TypeScript that types can simply be left out of. */
function withoutTypes(): string | undefined {
  try {
    const stripped = modules.stripTypeScriptTypes(`${HEAD}${code}\n}`);
    return stripped.slice(HEAD.length, stripped.lastIndexOf('}'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

parentPort?.postMessage(withoutTypes());
