import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../harness/app-process.ts';

const POLL_MS = 20;
const START_TIMEOUT_MS = 60_000;

/** A `redis-server` process for one run, which can be killed. It has its own folder with its append-only log. */
export class OwnRedis {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private server: ChildProcess,
  ) {}

  /**
   * @param options further options of `redis-server`; a restart does not repeat them.
   * @throws Error if `redis-server` is not installed
   */
  static async start(options: readonly string[] = []): Promise<OwnRedis> {
    const folder = await mkdtemp(path.join(tmpdir(), 'turnpike-redis-'));
    const port = await freePort();
    return new OwnRedis(folder, port, await startServer(folder, port, options));
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async killAndRestart(how: { keepData: boolean; awayMs: number }): Promise<void> {
    await this.kill();
    if (!how.keepData) await rm(path.join(this.folder, 'appendonlydir'), { recursive: true, force: true });
    await delay(how.awayMs);
    this.server = await startServer(this.folder, this.port);
  }

  /** Accepts connections but does not respond, as behind a network that is too slow. */
  async hang(forMs: number): Promise<void> {
    this.server.kill('SIGSTOP');
    await delay(forMs);
    this.server.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async kill(): Promise<void> {
    const ended = once(this.server, 'exit');
    this.server.kill('SIGKILL');
    await ended;
  }
}

async function startServer(
  folder: string,
  port: number,
  options: readonly string[] = [],
): Promise<ChildProcess> {
  const given = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const log = ['--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction'];
  const server = spawn('redis-server', [...given, ...log, ...options], { stdio: 'ignore' });
  await once(server, 'spawn');
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await answers(port))) {
    if (server.exitCode !== null || performance.now() > deadline)
      throw new Error(`redis-server did not come up on port ${port}`);
    await delay(POLL_MS);
  }
  return server;
}

/** Waits for PONG: while Redis loads its log, it accepts connections and answers LOADING. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false));
    // A connection accepted during shutdown may be closed without a response.
    socket.once('close', () => resolve(false));
  });
}
