import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { StartRefusedError } from './start.errors.ts';

const POLL_MS = 250;
/** The apps of a killed start need this long to end. */
const WAIT_AFTER_CRASH_MS = 10_000;

interface Ports {
  HOST: string;
  API_PORT: number;
  ADMIN_PORT: number;
  /** 0 or absent: any free one. */
  WORKER_PORT?: number;
}

/**
 * Checks that the ports are free, before anything is started.
 *
 * @throws StartRefusedError that names each taken port and the setting that changes it.
 */
export async function refuseTakenPorts(settings: Ports, afterCrash = false): Promise<void> {
  refuseSamePorts(settings);
  const deadline = performance.now() + (afterCrash ? WAIT_AFTER_CRASH_MS : 0);
  for (;;) {
    const taken = await takenPorts(settings);
    if (taken.length === 0) return;
    if (performance.now() >= deadline) throw new StartRefusedError(taken.join('\n'));
    await delay(POLL_MS);
  }
}

function refuseSamePorts(settings: Ports): void {
  for (const [one, other] of [
    ['API_PORT', 'ADMIN_PORT'],
    ['API_PORT', 'WORKER_PORT'],
    ['ADMIN_PORT', 'WORKER_PORT'],
  ] as const) {
    if (settings[one] && settings[one] === settings[other])
      throw new StartRefusedError(
        `${one} and ${other} are both ${settings[one]}; give them different ports.`,
      );
  }
}

async function takenPorts(settings: Ports): Promise<string[]> {
  const lines: string[] = [];
  for (const name of ['API_PORT', 'ADMIN_PORT', 'WORKER_PORT'] as const) {
    const port = settings[name];
    if (!port) continue;
    const problem = await listenProblem(settings.HOST, port);
    if (!problem) continue;
    const example = `${name}=${port + 100} npm start`;
    lines.push(
      problem === 'EADDRINUSE'
        ? `Port ${port} is taken by another program. Choose another one with ${name}: ${example}`
        : `Port ${port} on ${settings.HOST} cannot be opened (${problem}). Choose another one with ${name} (or HOST): ${example}`,
    );
  }
  return lines;
}

function listenProblem(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** A free port of the loopback interface. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** The URL on this machine of an app that listens on `host`. */
export function localUrl(host: string, port: number): string {
  const everywhere = ['0.0.0.0', '::', ''].includes(host);
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
