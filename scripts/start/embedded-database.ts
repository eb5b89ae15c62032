import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import { StartRefusedError } from './start.errors.ts';

/** After a kill PGlite recovers from its log, which takes a while for a large data folder. */
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 20_000;
/**
 * Shorter than PostgreSQL's own limit (60 s, `LIMIT_IDLE`), because all others wait for the one session. Long enough for a
 * process on a loaded machine, and shorter than a stop waits for the apps.
 */
const IDLE_TRANSACTION_MS = 20_000;

/** Messages of the process of the embedded database to the supervisor. */
export const databaseMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listening'), port: z.number() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);
export type DatabaseMessage = z.infer<typeof databaseMessage>;

/** PGlite in a process of its own, served on a free port of the loopback interface. */
export class EmbeddedDatabase {
  private stopping = false;

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /**
   * @param onLost called when the database ends without being asked to.
   * @param options for tests: the compiled process, and how long a silent connection may keep the session.
   * @throws StartRefusedError when it does not start.
   */
  static async start(
    dataFolder: string,
    onLost: (problem: string) => void,
    {
      entry = path.join(import.meta.dirname, 'embedded-database-process.js'),
      idleTransactionMs = IDLE_TRANSACTION_MS,
    }: { entry?: string; idleTransactionMs?: number } = {},
  ): Promise<EmbeddedDatabase> {
    const child = fork(entry, [path.join(dataFolder, 'pglite'), String(idleTransactionMs)], {
      detached: true,
      execArgv: ['--enable-source-maps'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let complaints = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaints = (complaints + text).slice(-2_000);
    });
    const port = await new Promise<number>((resolve, reject) => {
      const refuse = (why: string) =>
        reject(new StartRefusedError(`The embedded database did not start: ${why}`));
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
        refuse(`no answer after ${START_TIMEOUT_MS / 1_000} s`);
      }, START_TIMEOUT_MS);
      child.once('exit', (code) => refuse(complaints.trim() || `it ended with exit code ${code}`));
      child.once('message', (raw) => {
        clearTimeout(timer);
        const message = databaseMessage.parse(raw);
        if (message.kind === 'listening') resolve(message.port);
        else refuse(message.message);
      });
    });
    const url = `postgres://postgres@127.0.0.1:${port}/postgres?sslmode=disable`;
    const database = new EmbeddedDatabase(child, url);
    child.once('exit', (code, signal) => {
      if (!database.stopping)
        onLost(`The embedded database ended (${signal ?? `exit code ${code}`}). ${complaints.trim()}`);
    });
    return database;
  }

  /** Closes the database in order. Resolves when its process has ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    const timer = setTimeout(() => this.kill(), STOP_TIMEOUT_MS);
    if (this.child.connected) this.child.disconnect();
    await gone;
    clearTimeout(timer);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}
