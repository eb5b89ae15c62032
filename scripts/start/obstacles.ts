// Finds what a start cannot use: data folder, HOST, ports. scripts/run.mjs reads this file before anything is compiled.
import path from 'node:path';
import type { Environment } from '#config';
import { listenProblem } from './ports.ts';
import { holderOf } from './process-lock.ts';

const PORTS = ['API_PORT', 'ADMIN_PORT', 'WORKER_PORT'] as const;
const PORT_STEP = 100;
const LOOPBACK = '127.0.0.1';

type Places = Pick<Environment, 'DATA_DIR' | 'HOST' | (typeof PORTS)[number]>;

export const startLockIn = (folder: string) => path.join(folder, 'start.lock.db');

/** True while a start runs with its data in that folder. */
export function isStartRunning(folder: string): boolean {
  return holderOf(startLockIn(folder)) !== undefined;
}

/**
 * Every place that a start cannot use, and one command that starts beside all of them.
 *
 * @param given the settings that the command repeats.
 * @returns lines for the person at the terminal; none if every place is free.
 */
export async function obstacles(
  places: Places,
  given: Record<string, string | undefined> = process.env,
): Promise<string[]> {
  const lines: string[] = [];
  const command: Record<string, string | number | undefined> = { DATA_DIR: given.DATA_DIR, HOST: given.HOST };
  const holder = holderOf(startLockIn(places.DATA_DIR));
  const isOthers = holder !== undefined && holder !== String(process.pid);
  if (isOthers) {
    let folder = path.resolve(places.DATA_DIR);
    lines.push(`Another start (process ${holder}) uses ${folder}.`);
    do folder += '-2';
    while (isStartRunning(folder));
    command.DATA_DIR = folder;
  }
  const hostProblem = await listenProblem(places.HOST, 0);
  if (hostProblem) {
    lines.push(`HOST ${places.HOST} ${hostProblem}; is it an address of this machine?`);
    command.HOST = LOOPBACK;
  }
  const host = hostProblem ? LOOPBACK : places.HOST;
  const ports = PORTS.map((name) => places[name] ?? 0);
  for (const [at, name] of PORTS.entries()) {
    const port = places[name];
    if (!port) continue;
    const other = PORTS[ports.indexOf(port)];
    const problem = other === name ? await listenProblem(host, port) : `is that of ${other} too`;
    if (problem) {
      // A start that is named already holds its ports.
      if (!isOthers || other !== name) lines.push(`${name} ${port} ${problem}.`);
      ports[at] = await usablePort(host, port, ports);
    }
    if (problem || given[name]) command[name] = ports[at];
  }
  if (lines.length === 0) return [];
  const settings = Object.entries(command).flatMap(([name, value]) =>
    value ? [`${name}=${quoted(String(value))}`] : [],
  );
  const instead = isOthers ? 'Stop it, or run a second one' : 'Start with other settings';
  return [...lines, `${instead}: ${settings.join(' ')} npm start`];
}

async function usablePort(host: string, after: number, others: readonly number[]): Promise<number> {
  let port = after;
  do port += port > 65_000 ? -60_000 : PORT_STEP;
  while (others.includes(port) || (await listenProblem(host, port)));
  return port;
}

const quoted = (text: string) =>
  /[^\w./:-]/.test(text) ? `'${text.replaceAll("'", String.raw`'\''`)}'` : text;
