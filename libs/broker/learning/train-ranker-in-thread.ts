import { setImmediate as nextTick } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { brokerWords } from '../text/broker-words.ts';
import type { ToolDocument } from '../index/tool-document.ts';
import type { FittedWeights, VectorSet } from './fit-vectors.ts';
import { LearnedRanker } from './learned-ranker.ts';
import { messageFeatures, type MessageFeatures } from './message-features.ts';
import { makeTrainingSet, usableExamples, type Example } from './training-set.ts';

/** Number of messages processed before yielding to the event loop: some milliseconds. */
const READ_AT_ONCE = 50;

/** Like `trainRanker`, but fits in a worker thread, so that turns of this process are not blocked. */
export async function trainRankerInThread(
  documents: readonly ToolDocument[],
  examples: readonly Example[],
  signal: AbortSignal,
): Promise<LearnedRanker> {
  const used = usableExamples(documents, examples);
  const features: MessageFeatures[] = [];
  for (const [at, { text }] of used.entries()) {
    features.push(messageFeatures(brokerWords(text)));
    if (at % READ_AT_ONCE === 0) await nextTick();
  }
  signal.throwIfAborted();
  const set = makeTrainingSet(documents, used, features);
  return LearnedRanker.of({ ...set, ...(await fitInThread(set.vectors, signal)) });
}

const WORKER = new URL('./fit-vectors.worker.js', import.meta.url);

async function fitInThread(set: VectorSet, signal: AbortSignal): Promise<FittedWeights> {
  const worker = new Worker(WORKER, { workerData: set, env: {} });
  const end = () => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await new Promise<FittedWeights>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () =>
        reject(signal.aborted ? (signal.reason as Error) : new Error('The training ended without a result')),
      );
    });
  } finally {
    signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}
