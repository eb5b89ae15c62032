import { cutText } from '#contracts';
import { types } from 'node:util';
import { Worker } from 'node:worker_threads';

/** Reason for which no text can be extracted from a PDF. */
export const pdfProblems = ['ENCRYPTED', 'UNREADABLE', 'NO_TEXT', 'TOO_SLOW', 'TOO_LARGE'] as const;
export type PdfProblem = (typeof pdfProblems)[number];

export type PdfText = { text: string } | { problem: PdfProblem };

/** Text beyond this limit is not read, because no model receives more of one file. */
export const MAX_TEXT_CHARACTERS = 200_000;
const READ_TIMEOUT_MS = 10_000;
/** Memory limit of the reader thread, on and outside its heap. The thread is terminated beyond it. */
const MEMORY_LIMIT_BYTES = 256 * 1024 * 1024;
/** Interval of memory checks. A compression bomb grows by some tens of megabytes in this time. */
const MEMORY_LOOK_EVERY_MS = 25;

export interface PdfLimits {
  timeoutMs?: number;
  memoryBytes?: number;
}

const WORKER = new URL('./pdf-text.worker.js', import.meta.url);

/**
 * Extracts the text of a PDF, cut at {@link MAX_TEXT_CHARACTERS}, in a separate thread with limits of time and memory, so
 * that no PDF can harm the process.
 *
 * @throws the reason of `signal` if it aborts.
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
        // The thread has ended, and its exit or error event has the result.
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

/** Includes memory outside the heap, which holds decompressed data and is not covered by the thread's own limit. */
async function heldBytes(worker: Worker): Promise<number> {
  const { used_heap_size, external_memory } = await worker.getHeapStatistics();
  return used_heap_size + external_memory;
}

function problemOf(error: unknown): PdfProblem {
  // `instanceof` does not work, because errors of the runtime may come from another realm.
  const code = types.isNativeError(error) && 'code' in error ? error.code : undefined;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'TOO_LARGE' : 'UNREADABLE';
}

function textOf({ text, error }: { text?: string; error?: string }): PdfText {
  if (error !== undefined || text === undefined)
    return { problem: error === 'PasswordException' ? 'ENCRYPTED' : 'UNREADABLE' };
  const cut = cutText(text.replaceAll('\0', '').toWellFormed().trim(), MAX_TEXT_CHARACTERS, '');
  return cut === '' ? { problem: 'NO_TEXT' } : { text: cut };
}
