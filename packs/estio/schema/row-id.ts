import { randomBytes } from 'node:crypto';

const RANDOM_BYTES = 5;

/** An id that a person can read out and a message can name, such as `deal-3f9a01c7e2`. */
export function rowId(prefix: string): string {
  return `${prefix}-${randomBytes(RANDOM_BYTES).toString('hex')}`;
}
