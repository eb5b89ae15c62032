import { Client, Pool, type PoolClient } from 'pg';
import { describeWith } from '../../test/harness/services.ts';
import { suiteDatabase } from '../../test/harness/suite-database.ts';
import { sendBatch, type RowShapes, type Statement, type StatementResult } from './statement-batch.ts';

type Sent = Pick<Statement, 'name' | 'text' | 'parameters'>;
type Told = StatementResult | { failed: string };

describeWith(['postgres'], 'a batch of statements', () => {
  const on = suiteDatabase();
  let url: string;
  let pool: Pool;
  let client: PoolClient;
  let shapes: RowShapes;
  let released: boolean;

  beforeEach(async () => {
    ({ url } = on.settings);
    pool = new Pool({ connectionString: url, pipeline: true, max: 1 } as object);
    pool.on('error', () => undefined);
    client = await pool.connect();
    client.on('error', () => undefined);
    released = false;
    shapes = new Map();
    await client.query('DROP TABLE IF EXISTS lamps CASCADE; DROP TABLE IF EXISTS rooms');
    await client.query('CREATE TABLE lamps (id int PRIMARY KEY, watts int)');
  });

  afterEach(async () => {
    if (!released) client.release();
    await pool.end();
  });

  const named = (name: string, text: string, ...parameters: unknown[]): Sent => ({
    name,
    text,
    parameters,
  });
  const insert = (id: number) => named('insert', 'INSERT INTO lamps VALUES ($1, 60)', id);
  const count = async () =>
    (await client.query('SELECT count(*)::int AS lamps FROM lamps')).rows[0] as object;

  /** The results of all statements and of the batch. */
  async function send(...statements: Sent[]): Promise<{ told: (Told | undefined)[]; outcome: unknown }> {
    const told: (Told | undefined)[] = statements.map(() => undefined);
    const listening = statements.map((statement, place) => ({
      ...statement,
      resolve: (result: StatementResult) => void (told[place] = result),
      reject: (error: unknown) => void (told[place] = { failed: (error as Error).message }),
    }));
    const outcome = await sendBatch(client, listening, shapes).then(
      () => 'done',
      (error: unknown) => error,
    );
    // The statements after a failed one reject after it.
    await new Promise(setImmediate);
    return { told, outcome };
  }

  it('returns the same results as the driver, even for known row shapes', async () => {
    const text = `SELECT 1 AS whole, 2.50::numeric AS exact, null::text AS nothing, '{"a":[1]}'::jsonb AS json,
      timestamptz '2026-11-20 10:00:00.5Z' AS at, ARRAY['x','y'] AS list, true AS yes, ''::text AS empty`;
    const expected = (await client.query(text)).rows;
    for (let time = 0; time < 3; time += 1) {
      const { told, outcome } = await send(
        named('several', 'SELECT n::int, $1::text AS word FROM generate_series(1, 3) n', 'so'),
        named('types', text),
        insert(time),
        named('', 'UPDATE lamps SET watts = 40'),
        named('none', 'SELECT id FROM lamps WHERE id < 0'),
      );
      expect(outcome).toBe('done');
      expect(told).toEqual([
        { rows: [1, 2, 3].map((n) => ({ n, word: 'so' })), rowCount: 3, command: 'SELECT' },
        { rows: expected, rowCount: 1, command: 'SELECT' },
        { rows: [], rowCount: 1, command: 'INSERT' },
        { rows: [], rowCount: time + 1, command: 'UPDATE' },
        { rows: [], rowCount: 0, command: 'SELECT' },
      ]);
    }
  });

  it('takes effect completely or not at all, and a new batch succeeds after a failure', async () => {
    const failing = await send(insert(1), insert(1), named('later', 'SELECT 1 AS one'));
    expect(failing.outcome).toMatchObject({ code: '23505' });
    expect(failing.told).toEqual([
      expect.objectContaining({ command: 'INSERT' }),
      { failed: expect.stringContaining('duplicate key') },
      { failed: expect.stringContaining('duplicate key') },
    ]);
    await expect(count()).resolves.toEqual({ lamps: 0 });
    // Prepared statements stay prepared, and the others are prepared now.
    const after = await send(insert(1), named('later', 'SELECT 1 AS one'));
    expect(after.outcome).toBe('done');
    expect(after.told[1]).toMatchObject({ rows: [{ one: 1 }] });
    await expect(count()).resolves.toEqual({ lamps: 1 });
  });

  it('rejects the failed statement before the others', async () => {
    const told: string[] = [];
    const listen = (name: string, statement: Sent): Statement => ({
      ...statement,
      resolve: () => void told.push(`${name} is done`),
      reject: () => void told.push(`${name} failed`),
    });
    const statements = [
      listen('insert', insert(1)),
      listen('division', named('bad', 'SELECT 1 / 0')),
      listen('last', named('one', 'SELECT 1 AS one')),
    ];
    await expect(sendBatch(client, statements, shapes)).rejects.toMatchObject({ code: '22012' });
    expect(told).toEqual(['insert is done', 'division failed']);
    await new Promise(setImmediate);
    expect(told.slice(2)).toEqual(['last failed']);
  });

  it('prepares a statement again if its preparation failed or is uncertain', async () => {
    const missing = named('rooms', 'SELECT id FROM rooms');
    await expect(send(missing)).resolves.toMatchObject({ outcome: { code: '42P01' } });
    await client.query('CREATE TABLE rooms (id int); INSERT INTO rooms VALUES (7)');
    await expect(send(missing)).resolves.toMatchObject({ told: [{ rows: [{ id: 7 }] }] });
    // The statement is prepared here and then fails with its first parameter.
    const half = (by: number) => named('half', 'SELECT 6 / $1::int AS part', by);
    await expect(send(half(0))).resolves.toMatchObject({ outcome: { code: '22012' } });
    // Neither reaches the server after the failed one.
    await expect(send(named('', 'SELECT nope'), half(2))).resolves.toMatchObject({
      outcome: { code: '42703' },
    });
    await expect(send(half(2))).resolves.toMatchObject({ told: [{ rows: [{ part: 3 }] }] });
  });

  it('belongs to the open transaction', async () => {
    await client.query('BEGIN');
    await expect(send(insert(1))).resolves.toMatchObject({ outcome: 'done' });
    await client.query('ROLLBACK');
    await expect(count()).resolves.toEqual({ lamps: 0 });
  });

  it('rejects all statements if the commit fails', async () => {
    await client.query('CREATE TABLE rooms (lamp int REFERENCES lamps DEFERRABLE INITIALLY DEFERRED)');
    const { told, outcome } = await send(insert(1), named('room', 'INSERT INTO rooms VALUES ($1)', 2));
    expect(outcome).toMatchObject({ code: '23503' });
    expect(told).toEqual([
      { failed: expect.stringContaining('foreign key') },
      { failed: expect.stringContaining('foreign key') },
    ]);
    await expect(count()).resolves.toEqual({ lamps: 0 });
  });

  it('sends nothing of a batch with an invalid parameter', async () => {
    const unsendable = {
      toPostgres() {
        throw new Error('no text');
      },
    };
    const { told, outcome } = await send(insert(1), named('bad', 'SELECT $1::text', unsendable));
    expect(outcome).toMatchObject({ message: 'no text' });
    expect(told).toEqual([{ failed: 'no text' }, { failed: 'no text' }]);
    await expect(count()).resolves.toEqual({ lamps: 0 });
  });

  it("reads a column by the connection's type parser", async () => {
    const watts = named('watts', 'SELECT watts FROM lamps');
    await send(insert(1));
    await expect(send(watts)).resolves.toMatchObject({ told: [{ rows: [{ watts: 60 }] }] });
    await client.query('ALTER TABLE lamps ALTER COLUMN watts TYPE text');
    client.release(true);
    client = await pool.connect();
    await expect(send(watts)).resolves.toMatchObject({ told: [{ rows: [{ watts: '60' }] }] });
  });

  it('prepares a statement again after a change of its table, after one failure', async () => {
    const watts = named('watts', 'SELECT watts FROM lamps');
    await send(insert(1), watts);
    await client.query('ALTER TABLE lamps ALTER COLUMN watts TYPE text');
    await expect(send(watts)).resolves.toMatchObject({ outcome: { code: '0A000' } });
    await expect(send(watts)).resolves.toMatchObject({ told: [{ rows: [{ watts: '60' }] }] });
  });

  it('prepares a dropped statement again after one failure', async () => {
    const one = named('one', 'SELECT 1 AS one');
    await send(one);
    await client.query('DEALLOCATE ALL');
    await expect(send(one)).resolves.toMatchObject({ outcome: { code: '26000' } });
    await expect(send(one)).resolves.toMatchObject({ told: [{ rows: [{ one: 1 }] }] });
  });

  describe('with rows whose columns differ from the known shape', () => {
    const all = named('all', 'SELECT * FROM lamps');
    const refused = { failed: expect.stringContaining('a row of 2 for: SELECT * FROM lamps') };

    beforeEach(async () => {
      await send(all);
      // This happens with a pooler that prepares statements on different servers.
      shapes.set('all', { names: ['id'], parsers: [Number], empty: { id: null } });
    });

    it('rejects only that statement after the commit, and reads the next rows', async () => {
      const { told, outcome } = await send(insert(1), all, named('one', 'SELECT 1 AS one'));
      expect(outcome).toMatchObject({ message: refused.failed });
      expect(told).toMatchObject([{ rowCount: 1 }, refused, { rows: [{ one: 1 }] }]);
      await expect(send(all)).resolves.toMatchObject({ told: [{ rows: [{ id: 1, watts: 60 }] }] });
    });

    it('also rejects that statement if a later one fails', async () => {
      await client.query('INSERT INTO lamps VALUES (1, 60)');
      const { told, outcome } = await send(all, named('', 'SELECT 1 / 0'));
      expect(outcome).toMatchObject({ code: '22012' });
      expect(told).toMatchObject([refused, { failed: expect.stringContaining('division') }]);
    });
  });

  it('stops the timer of the driver at its reply, and fails at the timeout', async () => {
    const patient = new Client({ connectionString: url, query_timeout: 3_600_000 });
    await patient.connect();
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    const one = { ...named('one', 'SELECT 1 AS one'), resolve: () => undefined, reject: () => undefined };
    const sent = sendBatch(patient as unknown as PoolClient, [one], shapes);
    expect(timers()).toBe(before + 1);
    await sent;
    expect(timers()).toBe(before);
    await patient.end();

    const hasty = new Client({ connectionString: url, query_timeout: 50 });
    hasty.on('error', () => undefined);
    await hasty.connect();
    const long = { ...one, name: '', text: 'SELECT pg_sleep(3600)' };
    await expect(sendBatch(hasty as unknown as PoolClient, [long], shapes)).rejects.toThrow(
      'Query read timeout',
    );
    hasty.connection.stream.destroy();
  });

  it('rejects every statement if the connection is closed', async () => {
    const other = new Client({ connectionString: url });
    await other.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await other.query('BEGIN; LOCK TABLE lamps IN ACCESS EXCLUSIVE MODE');
    const sent = send(named('one', 'SELECT 1 AS one'), insert(1), insert(2));
    await other.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    const { told, outcome } = await sent;
    expect(outcome).toBeInstanceOf(Error);
    expect(told.slice(1)).toEqual([{ failed: expect.any(String) }, { failed: expect.any(String) }]);
    await other.end();
    client.release(true);
    released = true;
  });
});
