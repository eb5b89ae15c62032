import { types } from 'node:util';
import { Worker } from 'node:worker_threads';

/** Why a PDF has no text for us. */
export const pdfProblems = ['ENCRYPTED', 'UNREADABLE', 'NO_TEXT', 'TOO_SLOW', 'TOO_LARGE'] as const;
export type PdfProblem = (typeof pdfProblems)[number];

export type PdfText = { text: string } | { problem: PdfProblem };

/** Text beyond this is not read: no model is told more of one file. */
export const MAX_TEXT_CHARACTERS = 200_000;
/** A PDF that takes longer is given up. */
const READ_TIMEOUT_MS = 10_000;
/** Memory of the reading thread, on its heap and beside it; with more it is ended. */
const MEMORY_LIMIT_BYTES = 256 * 1024 * 1024;
/** A stream that unfolds to gigabytes grows by some tens of megabytes between two looks. */
const MEMORY_LOOK_EVERY_MS = 25;

export interface PdfLimits {
  timeoutMs?: number;
  memoryBytes?: number;
}

const WORKER = new URL('./pdf-text.worker.js', import.meta.url);

/**
 * The text of a PDF, cut at {@link MAX_TEXT_CHARACTERS}. It is read in a thread of its own with limits of time and
 * memory, so that no PDF can harm the process.
 *
 * @throws the reason of `signal` when it aborts.
 */
export async function readPdfText(
  content: Uint8Array,
  signal: AbortSignal,
  { timeoutMs = READ_TIMEOUT_MS, memoryBytes = MEMORY_LIMIT_BYTES }: PdfLimits = {},
): Promise<PdfText> {
  signal.throwIfAborted();
  const worker = new Worker(WORKER, {
    workerData: { content: new Uint8Array(content), maxCharacters: MAX_TEXT_CHARACTERS },
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(memoryBytes / 1024 / 1024) },
    env: {},
    stdout: true,
    stderr: true,
  });
  try {
    return await outcomeOf(worker, signal, timeoutMs, memoryBytes);
  } finally {
    await worker.terminate();
  }
}

function outcomeOf(
  worker: Worker,
  signal: AbortSignal,
  timeoutMs: number,
  memoryBytes: number,
): Promise<PdfText> {
  return new Promise((resolve, reject) => {
    const watch = setInterval(() => {
      heldBytes(worker).then(
        (bytes) => bytes > memoryBytes && done({ problem: 'TOO_LARGE' }),
        // The thread has ended meanwhile, and has said how.
        () => undefined,
      );
    }, MEMORY_LOOK_EVERY_MS);
    const timeout = setTimeout(() => done({ problem: 'TOO_SLOW' }), timeoutMs);
    const onAbort = () => {
      stop();
      reject(signal.reason as Error);
    };
    const stop = () => {
      clearInterval(watch);
      clearTimeout(timeout);
      signal.removeEventListener('abort', onAbort);
    };
    const done = (outcome: PdfText) => {
      stop();
      resolve(outcome);
    };
    signal.addEventListener('abort', onAbort);
    worker.once('message', (message: { text?: string; error?: string }) => done(textOf(message)));
    worker.once('error', (error) => done({ problem: problemOf(error) }));
    worker.once('exit', () => done({ problem: 'UNREADABLE' }));
  });
}

/** What is inflated lies beside the heap, where the thread's own limit does not reach. */
async function heldBytes(worker: Worker): Promise<number> {
  const { used_heap_size, external_memory } = await worker.getHeapStatistics();
  return used_heap_size + external_memory;
}

function problemOf(error: unknown): PdfProblem {
  // Not `instanceof`: errors of the runtime itself may come from another realm.
  const code = types.isNativeError(error) && 'code' in error ? error.code : undefined;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'TOO_LARGE' : 'UNREADABLE';
}

function textOf({ text, error }: { text?: string; error?: string }): PdfText {
  if (error !== undefined || text === undefined)
    return { problem: error === 'PasswordException' ? 'ENCRYPTED' : 'UNREADABLE' };
  const cut = text.replaceAll('\0', '').toWellFormed().trim().slice(0, MAX_TEXT_CHARACTERS);
  return cut === '' ? { problem: 'NO_TEXT' } : { text: cut };
}
