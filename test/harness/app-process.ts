import { fork, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClockMove } from '#config';
import { GUARDED } from '../../scripts/start/app-options.ts';
import { listenProblem } from '../../scripts/start/ports.ts';

const entries = {
  api: { compiled: 'dist/apps/api/main.js', port: 'API_PORT' },
  worker: { compiled: 'dist/apps/worker/main.js', port: 'WORKER_PORT' },
  admin: { compiled: 'dist/apps/admin/src/main.js', port: 'ADMIN_PORT' },
} as const;
export type AppName = keyof typeof entries;

const READY_TIMEOUT_MS = 180_000;
/** Longer than the start-up checks of an app take. */
const ANSWER_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
/** Above the well-known ports, below the ephemeral ports (Linux from 32768, other systems later). */
const FIRST_PORT = 12_000;
const FIRST_OF_CONNECTIONS = 32_768;

/** A compiled app that runs as a process, as `npm start` runs it. */
export class AppProcess {
  /** False for the compiled files as they are, in which a profile shows our libraries and packages. */
  static bundled = true;
  /** True while the process is stopped; see {@link freeze}. */
  frozen = false;

  private constructor(
    readonly name: AppName,
    readonly url: string,
    readonly child: ChildProcess,
    private readonly output: { text: string },
  ) {}

  static async start(name: AppName, env: Record<string, string>): Promise<AppProcess> {
    const { compiled, port: portSetting } = entries[name];
    const entry = AppProcess.bundled ? `dist/bundle/${name}.js` : compiled;
    const port = await freePort();
    const child = fork(path.resolve(entry), [], {
      env: { ...surroundings(), ...env, [portSetting]: String(port) },
      execArgv: GUARDED,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const output = { text: '' };
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output.text = (output.text + text).slice(-20_000);
      });
    }
    const app = new AppProcess(name, `http://127.0.0.1:${port}`, child, output);
    await app.waitUntilReady();
    return app;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** The last 20,000 characters that the process has written. */
  get log(): string {
    return this.output.text;
  }

  /** Sets the clock of a process that was started with `CLOCK_AT`; resolves when the clock is set. */
  async moveClock(to: Date): Promise<void> {
    const move: ClockMove = { clockAt: to.toISOString() };
    const moved = new Promise<void>((resolve) => {
      const listen = (message: unknown) => {
        if ((message as Partial<ClockMove> | null)?.clockAt !== move.clockAt) return;
        this.child.off('message', listen);
        resolve();
      };
      this.child.on('message', listen);
    });
    const over = new AbortController();
    const exited = once(this.child, 'exit', { signal: over.signal }).catch(() => undefined);
    this.child.send(move);
    await Promise.race([moved, exited]);
    over.abort();
    if (!this.running) throw new Error(`${this.name} ended before its clock was set:\n${this.log}`);
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Stops the process with SIGSTOP, and continues it after `ms`. */
  async freeze(forMs: number): Promise<void> {
    if (!this.running) return;
    this.frozen = true;
    this.child.kill('SIGSTOP');
    await delay(forMs);
    this.child.kill('SIGCONT');
    this.frozen = false;
  }

  async kill(): Promise<void> {
    if (!this.running) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }

  /** Sends SIGTERM. @returns the exit code */
  async stop(): Promise<number | null> {
    if (!this.running) return this.child.exitCode;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(timer);
    return this.child.exitCode;
  }

  private async waitUntilReady(): Promise<void> {
    const deadline = performance.now() + READY_TIMEOUT_MS;
    for (;;) {
      const answer = await fetch(`${this.url}/health/ready`, {
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      }).then(
        async (response) => ({ ready: response.ok, said: await response.text() }),
        (error: unknown) => ({ ready: false, said: String(error) }),
      );
      // After the process has ended, another process may answer at its port.
      if (answer.ready && this.running) return;
      if (!this.running || performance.now() > deadline) {
        const state = this.running ? `ready never, at last: ${answer.said}` : 'it has ended';
        this.child.kill('SIGKILL');
        throw new Error(`${this.name} did not start (${state}):\n${this.log}`);
      }
      await delay(POLL_MS);
    }
  }
}

/** The variables of this process's environment that a child process needs. */
export function surroundings(): Record<string, string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { ...(PATH && { PATH }), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}

/**
 * A port that was free a moment ago and is outside the ephemeral range. The system could assign an ephemeral port to a
 * connection before the new process listens on it; that process would then exit, and a process of another suite would
 * answer in its place.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, FIRST_OF_CONNECTIONS);
    if (!(await listenProblem('127.0.0.1', port))) return port;
  }
}
