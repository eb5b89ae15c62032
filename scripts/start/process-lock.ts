import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const PAUSE_MS = 1;

const owner = z.object({ pid: z.number().int().positive(), startedAt: z.string() });
type LockOwner = z.infer<typeof owner>;

export interface ProcessLock {
  /** The lock was there, but its process was not: it has been killed. */
  leftByCrash: boolean;
  release(): void;
}

/**
 * Takes the lock `file` for this process, unless a living process has it. A lock left by a process that was killed is
 * taken over; a process that merely got its number does not count. Of several that try at once one gets it.
 *
 * @returns the lock, or the process that has it.
 */
export function takeProcessLock(file: string): ProcessLock | { takenBy: LockOwner } {
  // Written whole under a name of its own, and then linked: nobody sees half a lock.
  const draft = `${file}.${randomUUID()}`;
  const mine = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) });
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    let leftByCrash = false;
    for (;;) {
      if (succeeds('EEXIST', () => linkSync(draft, file))) {
        const release = () => void (read(file) === mine && rmSync(file, { force: true }));
        return { leftByCrash, release };
      }
      const found = read(file);
      if (found === undefined) continue;
      const takenBy = ownerOf(found);
      if (takenBy && isAlive(takenBy)) return { takenBy };
      if (removedInTurn(file, found, draft)) leftByCrash = true;
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Whether a living process holds the lock `file`. */
export function isProcessLockHeld(file: string): boolean {
  const holder = ownerOf(read(file) ?? '');
  return holder !== undefined && isAlive(holder);
}

/**
 * Removes a lock whose process is dead. One process at a time does that, and looks again first: what it removes is not the
 * lock of one that has taken over meanwhile.
 */
function removedInTurn(file: string, found: string, draft: string): boolean {
  const turn = `${file}.turn`;
  if (!succeeds('EEXIST', () => linkSync(draft, turn))) {
    const taken = read(turn);
    const other = taken === undefined ? undefined : ownerOf(taken);
    // It takes a moment, unless that process was killed in it.
    if (taken === undefined || (other && isAlive(other))) pause();
    else removeIfStill(turn, taken, `${draft}.stale`);
    return false;
  }
  try {
    if (read(file) !== found) return false;
    rmSync(file, { force: true });
    return true;
  } finally {
    rmSync(turn, { force: true });
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}

/** Removes the file if it still is what was `found`; that of another process, which came since then, is put back. */
function removeIfStill(file: string, found: string, aside: string): void {
  if (!succeeds('ENOENT', () => renameSync(file, aside))) return;
  if (read(aside) !== found) succeeds('EEXIST', () => linkSync(aside, file));
  rmSync(aside, { force: true });
}

/** @returns false where it fails with `code`; other errors are thrown. */
function succeeds(code: string, work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== code) throw error;
    return false;
  }
}

function read(file: string): string | undefined {
  let text: string | undefined;
  succeeds('ENOENT', () => (text = readFileSync(file, 'utf8')));
  return text;
}

function ownerOf(text: string): LockOwner | undefined {
  try {
    return owner.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function isAlive({ pid, startedAt }: LockOwner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startOf(pid) === startedAt;
}

/** When the process started, in the kernel's clock ticks; empty where the system does not say. */
function startOf(pid: number): string {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '';
    return afterName.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
