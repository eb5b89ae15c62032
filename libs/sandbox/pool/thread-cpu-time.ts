import { readFileSync, readlinkSync } from 'node:fs';

/** What the calling thread is known by to {@link threadCpuMs}: on Linux, where one thread can be asked about another. */
export function ownThread(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self');
  } catch {
    return undefined;
  }
}

/** CPU time in ms that a thread of this process has had; undefined where the system does not tell. */
export function threadCpuMs(thread: string): number | undefined {
  try {
    const [runNs] = readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ');
    return Number(runNs) / 1e6;
  } catch {
    return undefined;
  }
}
