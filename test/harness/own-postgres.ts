import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './app-process.ts';
import { eventually } from './eventually.ts';
import { testServerUrl } from './test-database.ts';
import { withClient } from './with-client.ts';

const run = promisify(execFile);

/** Path of a program of the tests' PostgreSQL; its name alone if the server runs on another machine. */
async function program(name: string): Promise<string> {
  const [folder] = await withClient(testServerUrl(), async (client) => {
    const found = await client.query<{ setting: string }>(
      `SELECT setting FROM pg_config WHERE name = 'BINDIR'`,
    );
    return found.rows.map(({ setting }) => setting).filter((setting) => existsSync(setting));
  });
  return folder === undefined ? name : path.join(folder, name);
}

/** A PostgreSQL server of its own, for tests of what belongs to a whole server, such as roles. */
export class OwnPostgres {
  private constructor(
    private readonly server: ChildProcess,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(): Promise<OwnPostgres> {
    const folder = mkdtempSync(path.join(tmpdir(), 'turnpike-postgres-'));
    // The server refuses to run as root.
    const idOf = (which: string) => Number(execFileSync('id', [which, 'postgres']).toString());
    const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;
    if (user) chownSync(folder, user.uid, user.gid);
    const files = path.join(folder, 'data');
    const options = ['-D', files, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
    await run(await program('initdb'), options, { ...user, cwd: folder });
    const port = await freePort();
    const args = ['-D', files, '-h', '127.0.0.1', '-p', String(port), '-k', folder, '-F'];
    const server = spawn(await program('postgres'), args, { ...user, cwd: folder, stdio: 'ignore' });
    const own = new OwnPostgres(server, folder, port);
    await eventually(() => own.query('postgres', 'SELECT 1'));
    return own;
  }

  url(database: string, login = 'postgres'): string {
    return `postgres://${login}@127.0.0.1:${this.port}/${database}`;
  }

  /** Runs statements as the superuser. */
  async query(database: string, statements: string): Promise<void> {
    await withClient(this.url(database), (client) => client.query(statements));
  }

  async stop(): Promise<void> {
    const ended = once(this.server, 'exit');
    this.server.kill('SIGINT');
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Runs `pg_dump` or `pg_restore`. @returns what it printed, and whether it reported errors. */
export async function runPostgresTool(
  name: 'pg_dump' | 'pg_restore',
  ...args: string[]
): Promise<{ output: string; failed: boolean }> {
  return run(await program(name), args, { maxBuffer: 64 * 1024 * 1024 }).then(
    ({ stdout }) => ({ output: stdout, failed: false }),
    (error: { stderr: string }) => ({ output: error.stderr, failed: true }),
  );
}
