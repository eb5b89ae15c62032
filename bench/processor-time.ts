import { existsSync, readFileSync } from 'node:fs';

/**
 * Processor time of a process and of its ended children so far, in milliseconds, to the 10 ms that Linux counts. NaN, which
 * JSON writes as null, for a process on another machine or system.
 */
export function cpuMsOf(pid: number): number {
  const times = fieldsOf(pid).slice(11, 15).map(Number);
  return times.length === 0 ? Number.NaN : times.reduce((sum, ticks) => sum + ticks, 0) * 10;
}

/**
 * Processor time of a PostgreSQL server so far, in milliseconds: all processes, including ended ones.
 *
 * @param backend process that serves a connection to the server, left out of the sum. NaN as in {@link cpuMsOf}.
 */
export function postgresCpuMs(backend: number): number {
  const [, server = ''] = fieldsOf(backend);
  // If the server runs on another machine or in a container, this number may be another process's.
  if (read(backend, 'comm') !== 'postgres\n') return Number.NaN;
  const children = read(server, `task/${server}/children`).trim().split(' ');
  // In nanoseconds: the hundredths of many short-lived connections would hide most of their time.
  const living = [server, ...children.filter((pid) => pid !== `${backend}`)].map((pid) =>
    read(pid, 'schedstat'),
  );
  const ended = fieldsOf(server).slice(13, 15).map(Number);
  return (
    living.reduce((sum, text) => sum + parseInt(text || '0') / 1e6, 0) +
    ended.reduce((sum, ticks) => sum + ticks * 10, 0)
  );
}

/** Fields of `/proc/PID/stat` after the name: state, parent …; at 11 user and system time, then those of ended children. */
const fieldsOf = (pid: number | string) => read(pid, 'stat').split(') ').at(-1)!.split(' ');

/** Empty for a process that has ended. */
function read(pid: number | string, file: string): string {
  return existsSync(`/proc/${pid}/${file}`) ? readFileSync(`/proc/${pid}/${file}`, 'utf8') : '';
}

/** Resident memory of a process on this machine. */
export function rssOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(pid, 'status'))?.[1] ?? 0) * 1_024;
}
