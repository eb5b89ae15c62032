import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const TIMEOUT_MS = 1_000;
const HEAP_MB = 128;

/** The thread's own file, as source or as built. */
function threadFile(): string {
  const own = fileURLToPath(import.meta.url);
  return path.join(path.dirname(own), `strip-types.worker${path.extname(own)}`);
}

/**
 * A program in TypeScript without its types, on the same lines; undefined where it is not one, needs more than types
 * left out (enums), or takes too long to read.
 */
export async function stripTypes(code: string): Promise<string | undefined> {
  const worker = new Worker(threadFile(), {
    workerData: { code },
    env: {},
    argv: [],
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<string | undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), TIMEOUT_MS);
      worker.once('message', (stripped: string | undefined) => resolve(stripped));
      // What its parser cannot take is no program for us either.
      worker.once('error', () => resolve(undefined));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
