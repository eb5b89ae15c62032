import { randomBytes, randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import type { Clock } from './clock.ts';

const RANDOM_BYTES = 16;
/** Leaves room to count up within a millisecond. */
const MAX_FIRST_SEQUENCE = 2 ** 31;

let lastMs = Number.NaN;
let sequence = 0;

/** A UUID v7 of this moment; within one process and millisecond they ascend. */
export function newId(clock: Clock): string {
  const nowMs = clock.now().getTime();
  sequence = nowMs === lastMs ? sequence + 1 : randomInt(MAX_FIRST_SEQUENCE);
  lastMs = nowMs;
  return v7({ msecs: nowMs, seq: sequence, random: randomBytes(RANDOM_BYTES) });
}

/** What no {@link newId} of that moment or later is below. */
export function firstIdAt(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}
