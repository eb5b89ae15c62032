import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;
/** {@link holderOf} has the lock for a moment; nobody is refused for that. */
const WAIT_MS = 200;
/** A collected object would close its database and end the lock. */
const held = new Set<DatabaseSync>();

export interface ProcessLock {
  release: () => void;
}

/**
 * Takes the lock `file` for this process. Node has no file locks, and SQLite has: the operating system ends them with the
 * process, however it ends.
 *
 * @returns the lock, or the number of the process that has it.
 */
export function takeProcessLock(file: string): ProcessLock | { takenBy: string } {
  const database = lockedOrNone(file);
  if (!database) return { takenBy: ownerIn(file)[0] ?? 'unknown' };
  held.add(database);
  writeFileSync(ownerOf(file), `${process.pid} ${statSync(file).ino}`, { mode: 0o600 });
  const release = () => {
    if (!held.delete(database)) return;
    rmSync(ownerOf(file), { force: true });
    database.close();
  };
  return { release };
}

/** The number of the process that holds the lock `file`; undefined if none does. */
export function holderOf(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const database = lockedOrNone(file);
  database?.close();
  return database ? undefined : (ownerIn(file)[0] ?? 'unknown');
}

/** True if the process that had the lock `file` last was killed. */
export function isLeftByCrash(file: string): boolean {
  return existsSync(ownerOf(file)) && holderOf(file) === undefined;
}

/** True if the folder of the lock `file` was copied while a process held it: the process has noted which file it holds. */
export function isCopyOfHeldLock(file: string): boolean {
  const [, held] = ownerIn(file);
  return held !== undefined && existsSync(file) && held !== String(statSync(file).ino);
}

const ownerOf = (file: string) => `${file}.pid`;

/** The number of the process that has the lock, or had it when it was killed, and the inode of the lock. */
function ownerIn(file: string): string[] {
  return existsSync(ownerOf(file)) ? readFileSync(ownerOf(file), 'utf8').split(' ') : [];
}

function lockedOrNone(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file, { timeout: WAIT_MS });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    return undefined;
  }
}
