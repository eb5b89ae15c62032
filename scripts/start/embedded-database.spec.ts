import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { EmbeddedDatabase } from './embedded-database.ts';

const ENTRY = path.resolve('dist/scripts/start/embedded-database-process.js');
const IDLE_TRANSACTION_MS = 1_500;

interface Running {
  folder: string;
  database: EmbeddedDatabase;
}

async function connectTo(database: EmbeddedDatabase): Promise<Client> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  return client;
}

async function start(idleTransactionMs?: number): Promise<Running> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turnpike-database-'));
  const database = await EmbeddedDatabase.start(folder, () => undefined, { entry: ENTRY, idleTransactionMs });
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
    const waiting = other.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM numbers WHERE connection = $1',
      [99],
    );
    (cut as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    expect((await waiting).rows[0]?.n).toBe(0);
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
    const counted = await other.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM numbers WHERE connection = $1',
      [98],
    );
    expect(counted.rows[0]?.n).toBe(0);
    await cut;
    await expect(silent.query('INSERT INTO numbers VALUES (98, 2)')).rejects.toThrow('not queryable');
    await other.end();
  });
});
