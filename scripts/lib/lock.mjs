import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 250;
const SQLITE_BUSY = 5;

/**
 * Runs `work` while no other process of this checkout holds the lock `file`. It is a lock of SQLite, which the operating
 * system ends with the process.
 */
export async function withLock(file, work) {
  mkdirSync(path.dirname(file), { recursive: true });
  // Loaded late: scripts/run.mjs reads this file with older versions of Node too, which do not have it.
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(`${file}.db`);
  try {
    while (!hasLocked(database)) await delay(POLL_MS);
    return await work();
  } finally {
    database.close();
  }
}

function hasLocked(database) {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error.errcode !== SQLITE_BUSY) throw error;
    return false;
  }
}
