import type { Pool } from 'pg';
import { eventually } from '../../test/harness/eventually.ts';
import { whileRefused } from '../../test/harness/refused-connections.ts';
import { describeWith } from '../../test/harness/services.ts';
import { suiteDatabase } from '../../test/harness/suite-database.ts';
import { queueNames } from './index.ts';
import { processorsOfChat, quiet, recording, suiteQueue, type Logger } from './jobs.fixture.ts';

describeWith('postgres', 'the queue during an outage of PostgreSQL', () => {
  const on = suiteDatabase();
  const queue = suiteQueue(on, { per: 'test' });
  let done: string[];

  beforeEach(() => {
    done = [];
  });

  const work = (logger: Logger) =>
    queue.work(
      processorsOfChat(async (turnId) => void done.push(turnId)),
      { logger },
    );
  const enqueue = () => queue.enqueueTurn();

  it('survives a connection that ends while BullMQ uses it', async () => {
    const pool = queue.connection.forQueues as unknown as Pool;
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
    await whileRefused(on, async () => {
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
    await whileRefused(on, () => eventually(async () => expect(toldAt.length).toBeGreaterThan(4)));
    // The first may come of what was under way; before a pause the wait and its reconnection may both tell.
    const [, from = 0] = toldAt;
    expect((toldAt.at(-1) ?? 0) - from).toBeGreaterThan(1_000);
    const second = await eventually(enqueue);
    await eventually(async () => expect(done).toEqual([first, second]));
  });
});
