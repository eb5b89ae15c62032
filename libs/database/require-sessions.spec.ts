import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Test } from '@nestjs/testing';
import { ConfigModule, loadConfig } from '#config';
import { freePort } from '../../test/harness/app-process.ts';
import { eventually } from '../../test/harness/eventually.ts';
import { describeWith } from '../../test/harness/services.ts';
import { suiteDatabase } from '../../test/harness/suite-database.ts';
import { withClient } from '../../test/harness/with-client.ts';
import { DatabaseModule } from './index.ts';
import { NoSessionsError, requireSessions } from './require-sessions.ts';

describeWith(['postgres', 'pgbouncer'], 'a database behind a connection pooler', () => {
  const on = suiteDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), 'turnpike-pooler-'));
  const poolers: ChildProcess[] = [];

  afterAll(async () => {
    for (const pooler of poolers) {
      const ended = once(pooler, 'exit');
      pooler.kill('SIGKILL');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  /** @returns the URL of the suite's database behind a PgBouncer in this mode. */
  async function pooled(mode: 'session' | 'transaction', sessions = 20): Promise<string> {
    const { hostname, port: serverPort, username, password } = new URL(on.settings.url);
    const port = await freePort();
    const file = path.join(folder, `${mode}-${sessions}.ini`);
    writeFileSync(
      file,
      `[databases]
* = host=${hostname} port=${serverPort || 5432} user=${username}${password && ` password=${password}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${sessions}
`,
    );
    chmodSync(folder, 0o755);
    // PgBouncer refuses to run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    poolers.push(spawn('pgbouncer', [...user, file], { stdio: 'ignore' }));
    const url = new URL(on.settings.url);
    url.host = `127.0.0.1:${port}`;
    await eventually(() => withClient(url.href, (client) => client.query('SELECT 1')));
    return url.href;
  }

  it('is accepted if each connection keeps its session', async () => {
    await requireSessions(on.settings.url);
    await requireSessions(await pooled('session'));
  });

  it('is refused if transactions of one connection run in several sessions', async () => {
    const config = loadConfig({ DATABASE_URL: await pooled('transaction') });
    const app = Test.createTestingModule({ imports: [ConfigModule.forRoot(config), DatabaseModule] });
    const refused = app.compile();
    await expect(refused).rejects.toThrow(NoSessionsError);
    await expect(refused).rejects.toThrow(/session mode/);
  });

  it('is refused if the connections wait for one session', async () => {
    const refused = requireSessions(await pooled('transaction', 1), 3_000);
    await expect(refused).rejects.toThrow(NoSessionsError);
  });

  it('is not refused while it is away or does not answer', async () => {
    await requireSessions('postgres://nobody@127.0.0.1:1/none');
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    await requireSessions(`postgres://nobody@127.0.0.1:${port}/none`, 100);
    silent.close();
  });
});
