import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { AppLog } from './app-log.ts';
import { GUARDED } from './app-options.ts';
import { StartRefusedError } from './start.errors.ts';

const FIRST_RESTART_DELAY_MS = 200;
const MAX_RESTART_DELAY_MS = 5_000;
/** After this time an app counts as stable: its next end counts as the first. */
const STABLE_MS = 30_000;
/** An app that ends this often before it is ready is not restarted. */
const MAX_FAILED_STARTS = 3;
const READY_POLL_MS = 100;
const READY_TIMEOUT_MS = 60_000;
/** An app that is asked to stop has this long to finish its work. */
export const STOP_TIMEOUT_MS = 30_000;

export interface AppSpec {
  name: string;
  /** The compiled file to run. */
  entry: string;
  /** Answers 200 once the app accepts work. */
  readyUrl: string;
}

interface Surroundings {
  variables: NodeJS.ProcessEnv;
  logs: string;
  print: (text: string) => void;
}

/** One app as a child process, restarted when it dies. */
export class AppProcess {
  private child: ChildProcess | undefined;
  private stopping = false;
  private reloading = false;
  private wasReady = false;
  private failedStarts = 0;
  private restartDelayMs = FIRST_RESTART_DELAY_MS;
  private restart: NodeJS.Timeout | undefined;

  private constructor(
    private readonly spec: AppSpec,
    private readonly surroundings: Surroundings,
    private readonly log: AppLog,
  ) {}

  static start(spec: AppSpec, surroundings: Surroundings): AppProcess {
    if (!existsSync(spec.entry))
      throw new StartRefusedError(`${spec.name}: ${spec.entry} is missing; run: npm run build`);
    const log = new AppLog(spec.name, surroundings.logs, surroundings.print);
    const app = new AppProcess(spec, surroundings, log);
    app.spawn();
    return app;
  }

  /** Resolves when the app answers. @throws StartRefusedError when it does not start. */
  async ready(): Promise<void> {
    const deadline = performance.now() + READY_TIMEOUT_MS;
    while (!this.stopping) {
      if (this.failedStarts >= MAX_FAILED_STARTS)
        throw this.refusal(`did not come up in ${MAX_FAILED_STARTS} tries`);
      if (performance.now() > deadline)
        throw this.refusal(`was not ready after ${READY_TIMEOUT_MS / 1_000} s`);
      if (await this.answers()) break;
      await delay(READY_POLL_MS);
    }
    this.wasReady = true;
  }

  /** SIGTERM, then SIGKILL after 30 s. Resolves when the process has ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.restart);
    const child = this.child;
    if (child && isRunning(child)) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const timer = setTimeout(() => {
        this.surroundings.print(
          `${this.spec.name}: still running after ${STOP_TIMEOUT_MS / 1_000} s; killed`,
        );
        child.kill('SIGKILL');
      }, STOP_TIMEOUT_MS);
      await gone;
      clearTimeout(timer);
    }
    this.log.close();
  }

  kill(): void {
    this.child?.kill('SIGKILL');
  }

  /** Stops the process in order and starts a new one. */
  restartNow(): void {
    if (this.stopping || !this.child || !isRunning(this.child)) return;
    this.reloading = true;
    this.child.kill('SIGTERM');
  }

  private spawn(): void {
    const startedAt = performance.now();
    const child = fork(this.spec.entry, [], {
      // A process group of its own: Ctrl-C reaches only this supervisor, which stops the apps in order.
      detached: true,
      execArgv: GUARDED,
      env: this.surroundings.variables,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.child = child;
    this.log.follow(child);
    child.once('error', (error) => this.surroundings.print(`${this.spec.name}: ${error.message}`));
    child.once('exit', (code, signal) =>
      this.onExit(signal ?? `exit code ${code}`, performance.now() - startedAt),
    );
  }

  private onExit(how: string, ranMs: number): void {
    if (this.stopping) return;
    if (this.reloading) {
      this.reloading = false;
      this.spawn();
      return;
    }
    if (!this.wasReady) this.failedStarts += 1;
    if (ranMs > STABLE_MS) this.restartDelayMs = FIRST_RESTART_DELAY_MS;
    const waitMs = this.restartDelayMs;
    this.restartDelayMs = Math.min(waitMs * 2, MAX_RESTART_DELAY_MS);
    if (this.failedStarts >= MAX_FAILED_STARTS) return;
    this.surroundings.print(
      `${this.spec.name}: ended (${how}); starting it again in ${waitMs / 1_000} s; its log: ${this.log.file}`,
    );
    this.restart = setTimeout(() => this.spawn(), waitMs);
  }

  private async answers(): Promise<boolean> {
    if (!this.child || !isRunning(this.child)) return false;
    try {
      const response = await fetch(this.spec.readyUrl, { signal: AbortSignal.timeout(2_000) });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }

  private refusal(what: string): StartRefusedError {
    const end = this.log.lastLines().join('\n');
    return new StartRefusedError(`${this.spec.name} ${what}. The end of ${this.log.file}:\n${end}`);
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
