// One of several threads that try to take the same lock in the same moment, round after round: the next round begins when
// each has had the one before.
import { workerData } from 'node:worker_threads';
import { takeProcessLock } from './process-lock.ts';

const { folder, rounds, threads, shared } = workerData;
const counters = new Int32Array(shared);
/** Places in `counters`: how many tries have begun, and how many threads got the lock of each round. */
const [BEGUN, GOT] = [0, 1];

for (let round = 0; round < rounds; round += 1) {
  Atomics.add(counters, BEGUN, 1);
  while (Atomics.load(counters, BEGUN) < (round + 1) * threads);
  if (!('takenBy' in takeProcessLock(`${folder}/${round}`))) Atomics.add(counters, GOT + round, 1);
}
