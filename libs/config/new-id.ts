import { randomFillSync, randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import type { Clock } from './clock.ts';

const RANDOM_BYTES = 16;
/** Size of the random pool: one request for 16 bytes costs nearly as much as for the whole pool. */
const POOL_BYTES = 4_096;
/** Leaves room to increment the sequence within a millisecond. */
const MAX_FIRST_SEQUENCE = 2 ** 31;

const pool = new Uint8Array(POOL_BYTES);
let poolUsed = POOL_BYTES;
let lastMs = Number.NaN;
let sequence = 0;

/** A UUID v7 for the current time. Ids of one process ascend, also within a millisecond. */
export function newId(clock: Clock): string {
  const nowMs = clock.now().getTime();
  sequence = nowMs === lastMs ? sequence + 1 : randomInt(MAX_FIRST_SEQUENCE);
  lastMs = nowMs;
  return v7({ msecs: nowMs, seq: sequence, random: takeRandom() });
}

function takeRandom(): Uint8Array {
  if (poolUsed === POOL_BYTES) {
    randomFillSync(pool);
    poolUsed = 0;
  }
  poolUsed += RANDOM_BYTES;
  return pool.subarray(poolUsed - RANDOM_BYTES, poolUsed);
}

/** Lower bound of all ids that {@link newId} creates at that time or later. */
export function firstIdAt(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}
