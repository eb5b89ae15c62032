import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

const owner = z.object({ pid: z.number().int().positive(), startedAt: z.string() });
type LockOwner = z.infer<typeof owner>;

export interface ProcessLock {
  /** The lock was there, but its process was not: it has been killed. */
  leftByCrash: boolean;
  release(): void;
}

/**
 * Takes the lock `file` for this process, unless a living process has it. A lock left by a process that was killed is
 * taken over; a process that merely got its number does not count.
 *
 * @returns the lock, or the process that has it.
 */
export function takeProcessLock(file: string): ProcessLock | { takenBy: LockOwner } {
  let leftByCrash = false;
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) }), {
        flag: 'wx',
        mode: 0o600,
      });
      return { leftByCrash, release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const takenBy = readOwner(file);
    if (takenBy && isAlive(takenBy)) return { takenBy };
    leftByCrash = true;
    rmSync(file, { force: true });
  }
}

/** Whether a living process holds the lock `file`. */
export function isProcessLockHeld(file: string): boolean {
  const holder = readOwner(file);
  return holder !== undefined && isAlive(holder);
}

function readOwner(file: string): LockOwner | undefined {
  try {
    return owner.parse(JSON.parse(readFileSync(file, 'utf8')));
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
