import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { loadConfig } from '#config';
import { eventually } from '../../test/harness/eventually.ts';
import { whileRefused } from '../../test/harness/refused-connections.ts';
import { describeWith } from '../../test/harness/services.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { processorsOfChat, quiet, recording, type Logger } from './jobs.fixture.ts';
import { JobQueue, JobWorkers, openQueueConnection, queueNames, type QueueConnection } from './index.ts';

describeWith('postgres', 'the queue during an outage of PostgreSQL', () => {
  let testDatabase: TestDatabase;
  let connection: QueueConnection;
  let jobs: JobQueue;
  let workers: JobWorkers | undefined;
  let done: string[];

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
  });

  beforeEach(async () => {
    connection = await openQueueConnection(
      loadConfig({
        DATABASE_URL: testDatabase.settings.url,
        QUEUE_PREFIX: `test-${randomBytes(5).toString('hex')}`,
      }),
    );
    jobs = new JobQueue(connection);
    done = [];
  });

  afterEach(async () => {
    await workers?.close(10_000);
    workers = undefined;
    await jobs.close();
    await connection.close();
  });

  afterAll(() => testDatabase?.drop());

  function work(logger: Logger): void {
    const processors = processorsOfChat(async (turnId) => void done.push(turnId));
    workers = new JobWorkers(connection, processors, { concurrency: 4, logger });
    workers.start();
  }

  async function enqueue(): Promise<string> {
    const turnId = randomUUID();
    const payload = { v: 1 as const, orgId: randomUUID(), turnId, run: 0 };
    await jobs.enqueue('turn.chat', payload, { jobId: `${turnId}-0` });
    return turnId;
  }

  it('survives a connection that ends while BullMQ uses it', async () => {
    const pool = connection.forQueues as unknown as Pool;
    const taken = await pool.connect();
    const ended = new Promise<unknown>((resolve) => taken.once('end', resolve));
    const { rows } = await taken.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await expect(taken.query('SELECT 1')).rejects.toThrow(/connection/i);
    taken.release();
    expect((await pool.query('SELECT 1')).rowCount).toBe(1);
  });

  it('works after an outage of the database at the start of its workers', async () => {
    const logger = recording();
    await whileRefused(testDatabase, async () => {
      work(logger);
      await eventually(async () => expect(logger.warnings.length).toBeGreaterThanOrEqual(queueNames.length));
    });
    const turnId = await eventually(enqueue);
    await eventually(async () => expect(done).toEqual([turnId]));
  });

  it('tries a database that refuses it at most twice a second, and resumes after the outage', async () => {
    const toldAt: number[] = [];
    const warn = ((fields: { queue?: string }) => {
      if (fields.queue === 'turns-chat') toldAt.push(performance.now());
    }) as Logger['warn'];
    work({ ...quiet, warn });
    const first = await enqueue();
    await eventually(async () => expect(done).toEqual([first]));
    await whileRefused(testDatabase, () => eventually(async () => expect(toldAt.length).toBeGreaterThan(4)));
    // The first may come of what was under way; before a pause the wait and its reconnection may both tell.
    const [, from = 0] = toldAt;
    expect((toldAt.at(-1) ?? 0) - from).toBeGreaterThan(1_000);
    const second = await eventually(enqueue);
    await eventually(async () => expect(done).toEqual([first, second]));
  });
});
