// Runs in a thread of its own: a training takes seconds in which turns must not wait.
import { parentPort, workerData } from 'node:worker_threads';
import { fitVectors, type VectorSet } from './fit-vectors.ts';

parentPort?.postMessage(fitVectors(workerData as VectorSet));
