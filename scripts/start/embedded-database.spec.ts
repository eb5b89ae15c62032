import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { migrate } from '#database';
import { migrations } from '../../migrations/index.ts';
import { copyEmbeddedTemplate } from '../../test/harness/embedded-template.ts';
import { openDatabase } from '../../test/harness/test-database.ts';
import { temporaryFolder } from '../../test/harness/temporary-folder.ts';
import { DataFolder } from './data-folder.ts';
import { EmbeddedDatabase } from './embedded-database.ts';

const ENTRY = path.resolve('dist/scripts/start/embedded-database-process.js');
const IDLE_TRANSACTION_MS = 1_500;

type Running = Awaited<ReturnType<typeof start>>;

async function connectTo(database: EmbeddedDatabase): Promise<Client> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  return client;
}

const serve = (folder: string, idleTransactionMs?: number) =>
  EmbeddedDatabase.start(folder, () => undefined, { entry: ENTRY, idleTransactionMs });

async function countOf(client: Client, connection: number): Promise<unknown> {
  const sql = 'SELECT count(*)::int AS n FROM numbers WHERE connection = $1';
  return (await client.query<{ n: number }>(sql, [connection])).rows[0]?.n;
}

async function start(idleTransactionMs?: number) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turnpike-database-'));
  await copyEmbeddedTemplate(path.join(folder, 'pglite'));
  const database = await serve(folder, idleTransactionMs);
  const client = await connectTo(database);
  await client.query('CREATE TABLE numbers (connection int, n int)');
  await client.end();
  return { folder, database };
}

async function stop({ folder, database }: Running): Promise<void> {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}

describe('embedded database', () => {
  let running: Running;
  const connect = () => connectTo(running.database);

  beforeAll(async () => {
    running = await start();
  });
  afterAll(() => stop(running));

  it('runs statements of many connections at once without mixing them up', async () => {
    const clients = await Promise.all(Array.from({ length: 12 }, connect));
    const work = clients.map(async (client, connection) => {
      for (let n = 0; n < 40; n++) {
        const plain = await client.query<{ sum: number }>('SELECT $1::int + $2::int AS sum', [connection, n]);
        expect(plain.rows[0]?.sum).toBe(connection + n);
        if (n % 4 === 0) await client.query('BEGIN');
        await client.query('INSERT INTO numbers VALUES ($1, $2)', [connection, n]);
        if (n % 4 === 0) await client.query(n % 8 === 0 ? 'COMMIT' : 'ROLLBACK');
        if (n % 10 === 0)
          await expect(client.query('SELECT 1 / $1::int', [0])).rejects.toThrow('division by zero');
      }
    });
    await Promise.all(work);
    const [first] = clients;
    const counted = await first?.query(
      'SELECT connection, count(*)::int AS n FROM numbers GROUP BY 1 ORDER BY 1',
    );
    expect(counted?.rows).toEqual(clients.map((_client, connection) => ({ connection, n: 35 })));
    await Promise.all(clients.map((client) => client.end()));
  });

  it('goes on when a connection is cut in the middle of a transaction', async () => {
    const [cut, other] = [await connect(), await connect()];
    cut.on('error', () => undefined);
    await cut.query('BEGIN');
    await cut.query('INSERT INTO numbers VALUES (99, $1)', [1]);
    const waiting = countOf(other, 99);
    (cut as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    expect(await waiting).toBe(0);
    await other.end();
  });
});

describe('embedded database with a short limit', () => {
  let running: Running;
  const connect = () => connectTo(running.database);

  beforeAll(async () => {
    running = await start(IDLE_TRANSACTION_MS);
  });
  afterAll(() => stop(running));

  it('cuts off a connection that says nothing within its transaction, so that it stops nobody else', async () => {
    const [silent, other] = [await connect(), await connect()];
    const cut = once(silent, 'error');
    // In one message: between two this process may itself be held up for longer than the limit.
    await silent.query('BEGIN; INSERT INTO numbers VALUES (98, 1)');
    expect(await countOf(other, 98)).toBe(0);
    await cut;
    await expect(silent.query('INSERT INTO numbers VALUES (98, 2)')).rejects.toThrow('not queryable');
    await other.end();
  });
});

describe('a copy of the folder of the embedded database', () => {
  const orgs = [randomUUID(), randomUUID()];
  const folder = temporaryFolder();
  const placeOf = (name: string) => path.join(folder, name);

  /** Runs `work` while the database of that folder runs. @returns the key that seals its secrets. */
  async function running(
    name: string,
    work: (opened: Awaited<ReturnType<typeof openDatabase>>, url: string) => Promise<void>,
  ): Promise<string> {
    const data = await DataFolder.open(placeOf(name));
    const served = await serve(data.path);
    const opened = await openDatabase({ kind: 'embedded', url: served.url, poolSize: 1 });
    await work(opened, served.url);
    await opened.close();
    await served.stop();
    data.close();
    return data.secretsKey();
  }

  let key: string;
  beforeAll(async () => {
    await copyEmbeddedTemplate(placeOf('first/pglite'));
    key = await running('first', async ({ database }) => {
      for (const id of orgs)
        await database.forOrg(id, (tx) =>
          tx.execute('INSERT INTO orgs (id, slug, name, created_at) VALUES ($1, $2, $2, now())', [id]),
        );
      cpSync(placeOf('first'), placeOf('of-running'), { recursive: true });
    });
    cpSync(placeOf('first'), placeOf('of-stopped'), { recursive: true });
    renameSync(placeOf('first'), placeOf('lost'));
  });

  it('has the rows of each org, their isolation and the key of secrets in another place', async () => {
    const kept = await running('of-stopped', async ({ database }, url) => {
      expect(await migrate({ kind: 'embedded', url, poolSize: 1 }, migrations)).toEqual([]);
      for (const id of orgs) {
        const seen = await database.forOrg(id, (tx) => tx.queryUnscoped('SELECT id FROM orgs'));
        expect(seen).toEqual([{ id }]);
      }
    });
    expect(kept).toBe(key);
  });

  it('is refused with the reason if it was made while the database ran', async () => {
    // It stays refused: the refused start takes no lock.
    for (const _ of ['first', 'second'])
      await expect(serve(placeOf('of-running'))).rejects.toThrow(
        /of-running\/pglite was copied or moved.*delete \S+pglite\.lock\.db\.pid/,
      );
    rmSync(placeOf('of-running/pglite.lock.db.pid'));
    await (await serve(placeOf('of-running'))).stop();
  });
});
