import { readFileSync, readlinkSync } from 'node:fs';

/** Name of the calling thread for {@link threadCpuMs}. Undefined outside Linux, where a thread cannot read the CPU time of another. */
export function ownThread(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self');
  } catch {
    return undefined;
  }
}

/** CPU time of a thread of this process, in ms. Undefined if the system does not report it. */
export function threadCpuMs(thread: string): number | undefined {
  try {
    const [runNs] = readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ');
    return Number(runNs) / 1e6;
  } catch {
    return undefined;
  }
}
