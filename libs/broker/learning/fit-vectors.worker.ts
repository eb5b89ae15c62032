// Runs in a worker thread: a training takes seconds and must not block turns.
import { parentPort, workerData } from 'node:worker_threads';
import { fitVectors, type VectorSet } from './fit-vectors.ts';

parentPort?.postMessage(fitVectors(workerData as VectorSet));
