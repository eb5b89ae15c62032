// The lock of a start. scripts/run.mjs reads this file before anything is compiled.
import path from 'node:path';
import { holderOf } from './process-lock.ts';

export const startLockIn = (folder: string) => path.join(folder, 'start.lock.db');

/** Why no start can use the folder now; undefined if no other one does. */
export function startRefusal(folder: string, holder = holderOf(startLockIn(folder))): string | undefined {
  if (holder === undefined) return undefined;
  return (
    `Another start (process ${holder}) uses ${path.resolve(folder)}. ` +
    'Stop it. To run a second one, set another DATA_DIR, API_PORT and ADMIN_PORT.'
  );
}
