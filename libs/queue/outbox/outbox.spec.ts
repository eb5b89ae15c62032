import { randomUUID } from 'node:crypto';
import { trace } from '@opentelemetry/api';
import { FixedClock, loadConfig } from '#config';
import { DatabaseUnavailableError } from '#database';
import { ATTRIBUTES, newTraceparent, startTracing, traceIdOf, type Tracing } from '#telemetry';
import { eventually } from '../../../test/harness/eventually.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import {
  Outbox,
  JobQueue,
  openQueueConnection,
  outboxProcessor,
  PermanentJobError,
  removeFinishedOutboxTasks,
  RunLaterError,
  type JobProcessor,
  type OutboxTask,
} from '../index.ts';
import { processorsOf, suiteQueue } from '../jobs.fixture.ts';
import { OUTBOX_TASKS_KEPT_MS } from './finished-outbox-tasks.repository.ts';

const AWAY = 'redis://127.0.0.1:1';
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface Row {
  id: string;
  state: string;
  attempts: number;
  starts: number;
  run: number;
  run_at: Date;
  error: string | null;
  finished_at: Date | null;
}

describeWith('postgres', 'outbox', () => {
  const on = suiteDatabase();
  const queue = suiteQueue(on);
  let jobs: JobQueue;
  let clock: FixedClock;
  let outbox: Outbox;
  let tracing: Tracing;
  const orgId = randomUUID();
  /** Reasons that `onDead` received. */
  let dead: { id: string; reason: string }[];

  beforeAll(() => {
    tracing = startTracing({ serviceName: 'test' });
    ({ jobs } = queue);
  });

  beforeEach(async () => {
    clock = new FixedClock(new Date());
    dead = [];
    outbox = new Outbox(on.database, clock, jobs, quiet);
    await on.database.asPlatform('each test has its own outbox tasks', (tx) =>
      tx.execute('DELETE FROM outbox_tasks'),
    );
  });

  afterAll(() => tracing.shutdown());

  const add = (
    more: { key?: string; runAt?: Date; traceparent?: string; turnId?: string } = {},
    to = outbox,
  ) =>
    on.database.forOrg(orgId, (tx) =>
      to.add(tx, { job: 'deliver', key: 'k', payload: { deliveryId: randomUUID(), round: 0 }, ...more }),
    );
  const rows = () =>
    on.database.asPlatform('a test looks', (tx) => tx.query<Row>('SELECT * FROM outbox_tasks ORDER BY key'));
  const only = async () => {
    const [row, more] = await rows();
    if (!row || more) throw new Error('expected one outbox task');
    return row;
  };
  const isLive = async ({ id, run }: Pick<Row, 'id' | 'run'>) => jobs.isLive('deliver', `${id}-${run}`);
  const run = async (work: (outboxTask: OutboxTask<'deliver'>) => Promise<void>, org = orgId) => {
    const onDead = async (_tx: unknown, { id }: OutboxTask<'deliver'>, reason: string) =>
      void dead.push({ id, reason });
    await outbox.run('deliver', { orgId: org, outboxTaskId: (await only()).id }, { work, onDead });
  };
  const failing = (error: Error) => run(() => Promise.reject(error));
  const queueAway = async (work: (away: Outbox) => Promise<void>) => {
    const away = await openQueueConnection(
      loadConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', REDIS_URL: AWAY }),
    );
    const awayJobs = new JobQueue(away);
    await work(new Outbox(on.database, clock, awayJobs, quiet));
    await awayJobs.close();
    await away.close();
    // The queue backend is a setting of the whole process.
    await (await openQueueConnection(loadConfig({ DATABASE_URL: on.settings.url }))).close();
  };

  describe('adding an outbox task', () => {
    it('writes a row and enqueues its job after the commit', async () => {
      const order: string[] = [];
      const watched = {
        withoutJob: jobs.withoutJob.bind(jobs),
        enqueue: (...job: Parameters<JobQueue['enqueue']>) => {
          order.push('enqueued');
          return jobs.enqueue(...job);
        },
      } as Pick<JobQueue, 'enqueue' | 'withoutJob'>;
      const payload = { deliveryId: randomUUID(), round: 0 };
      await on.database.forOrg(orgId, async (tx) => {
        const watching = new Outbox(on.database, clock, watched, quiet);
        expect(await watching.add(tx, { job: 'deliver', key: 'k', payload })).toBe(true);
        order.push('added');
      });
      expect(order).toEqual(['added', 'enqueued']);
      expect(await only()).toMatchObject({ state: 'pending', attempts: 0, run: 0, run_at: clock.now() });
      expect(await isLive(await only())).toBe(true);
    });

    it('adds the same key once, also from two concurrent transactions', async () => {
      expect((await Promise.all([add(), add(), add()])).filter(Boolean)).toHaveLength(1);
      expect(await add()).toBe(false);
      expect(await add({ key: 'another' })).toBe(true);
      expect(await rows()).toHaveLength(2);
    });

    it('adds nothing if the transaction is rolled back', async () => {
      const stopped = on.database.forOrg(orgId, async (tx) => {
        await outbox.add(tx, { job: 'deliver', key: 'k', payload: { deliveryId: orgId, round: 0 } });
        throw new Error('stopped');
      });
      await expect(stopped).rejects.toThrow('stopped');
      expect(await rows()).toEqual([]);
    });

    it('refuses a payload that does not match the schema of its job', async () => {
      const wrong = on.database.forOrg(orgId, (tx) =>
        outbox.add(tx, { job: 'deliver', key: 'k', payload: { deliveryId: 'x', round: 0 } }),
      );
      await expect(wrong).rejects.toThrow(/deliveryId/);
    });

    it('keeps the task while the queue is unreachable, and the sweep enqueues it once', async () => {
      await queueAway(async (away) => {
        expect(await add({}, away)).toBe(true);
      });
      expect(await outbox.sweep()).toBe(0);
      clock.advance(6_000);
      expect(await outbox.sweep()).toBe(1);
      const row = await only();
      expect(row.run).toBe(1);
      expect(await isLive(row)).toBe(true);
      expect(await outbox.sweep()).toBe(0);
    });
  });

  describe('running an outbox task', () => {
    it('does the work once, in the trace of the request', async () => {
      const traceparent = newTraceparent();
      const turnId = randomUUID();
      await add({ traceparent, turnId });
      const seen: unknown[] = [];
      const work = async (outboxTask: OutboxTask<'deliver'>) => {
        seen.push([outboxTask.turnId, outboxTask.attempt, trace.getActiveSpan()?.spanContext().traceId]);
        // The console links from the span to the row.
        expect(trace.getActiveSpan()).toMatchObject({
          attributes: { [ATTRIBUTES.outboxTaskId]: outboxTask.id },
        });
      };
      await run(work);
      await run(work);
      expect(seen).toEqual([[turnId, 1, traceIdOf(traceparent)]]);
      expect(await only()).toMatchObject({ state: 'done', attempts: 1, finished_at: clock.now() });
    });

    it('does the work once for two workers', async () => {
      await add();
      let begun = 0;
      const both = await Promise.allSettled(
        [1, 2].map(() => run(() => eventually(async () => void (begun += 1)))),
      );
      expect(begun).toBe(1);
      expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    });

    it('does not run a task of another org', async () => {
      await add();
      await run(() => Promise.reject(new Error('not yours')), randomUUID());
      expect(await only()).toMatchObject({ state: 'pending', attempts: 0 });
    });

    it('does not start before its time', async () => {
      await add({ runAt: new Date(clock.now().getTime() + 90_000) });
      // The requesting clock is ahead, so the delay must be limited.
      await expect(failing(new Error('too early'))).rejects.toMatchObject({ delayMs: 10_000 });
      expect(await outbox.sweep()).toBe(0);
      clock.advance(86_000);
      await expect(failing(new Error('too early'))).rejects.toMatchObject({ delayMs: 4_000 });
      clock.advance(4_000);
      await run(async () => undefined);
      expect((await only()).state).toBe('done');
    });

    it('retries after a failure with growing pauses, up to the attempts of the catalogue', async () => {
      await add();
      for (let attempt = 1; attempt < 5; attempt += 1) {
        await failing(new Error(`down, password=hunter2 (${attempt})`));
        const row = await only();
        expect(row).toMatchObject({ state: 'pending', attempts: attempt, run: attempt });
        expect(row.error).toContain(`(${attempt})`);
        expect(row.error).not.toContain('hunter2');
        const pause = row.run_at.getTime() - clock.now().getTime();
        expect(pause).toBeGreaterThanOrEqual(500 * 2 ** (attempt - 1));
        expect(pause).toBeLessThanOrEqual(1_000 * 2 ** (attempt - 1));
        expect(await isLive(row)).toBe(true);
        clock.advance(pause);
      }
      expect(dead).toEqual([]);
      await failing(new Error('still down'));
      expect(await only()).toMatchObject({ state: 'failed', attempts: 5, error: 'still down' });
      expect(dead).toEqual([{ id: (await only()).id, reason: 'still down' }]);
    });

    it('runs again with all its attempts after RunLaterError', async () => {
      await add();
      await expireAfterBegun(3);
      await failing(new RunLaterError(60_000, 'not now'));
      expect(await only()).toMatchObject({ state: 'pending', attempts: 0, run: 2, error: 'not now' });
      expect((await only()).run_at).toEqual(new Date(clock.now().getTime() + 60_000));
      clock.advance(66_000);
      expect(await outbox.sweep()).toBe(0);
      expect(await isLive(await only())).toBe(true);
    });

    it('is dead at once after a permanent error', async () => {
      await add();
      await failing(new PermanentJobError('gone'));
      expect(await only()).toMatchObject({ state: 'failed', attempts: 1, error: 'gone' });
      expect(dead).toMatchObject([{ reason: 'gone' }]);
      clock.advance(60_000);
      expect(await outbox.sweep()).toBe(0);
    });

    const expireAfterBegun = async (times: number) => {
      await on.database.asPlatform('workers have died', (tx) =>
        tx.execute(`UPDATE outbox_tasks SET state = 'running', attempts = 1, starts = $1, run = run + 1`, [
          times,
        ]),
      );
      await expireLease();
    };
    const expireLease = () =>
      on.database.asPlatform('a worker has died', (tx) =>
        tx.execute(`UPDATE outbox_tasks SET lease_until = clock_timestamp() - interval '20 seconds'`),
      );

    it('is taken over from a dead worker, whose late end is ignored', async () => {
      await add();
      let died: Promise<void> = Promise.resolve();
      let finish: () => void = () => undefined;
      await new Promise<void>((begun) => {
        died = run(() => new Promise((resolve) => (begun(), (finish = resolve))));
      });
      await expect(run(async () => undefined)).rejects.toBeInstanceOf(RunLaterError);
      await expireLease();
      await failing(new Error('second'));
      finish();
      await died;
      expect(await only()).toMatchObject({ state: 'pending', attempts: 1, starts: 2, error: 'second' });
    });

    it('waits for an unreachable database without using up attempts', async () => {
      await add();
      for (let times = 0; times < 7; times += 1) {
        await failing(new DatabaseUnavailableError(new Error('disk full')));
        expect(await only()).toMatchObject({ state: 'pending', attempts: 0 });
        clock.advance(6_000);
      }
    });

    it('keeps its attempts when workers die', async () => {
      await add();
      await expireAfterBegun(20);
      await failing(new Error('still down'));
      expect(await only()).toMatchObject({ state: 'pending', attempts: 1, error: 'still down' });
    });

    it('is dead after it has killed too many workers', async () => {
      await add();
      await expireAfterBegun(25);
      clock.advance(6_000);
      expect(await outbox.sweep()).toBe(1);
      await run(() => Promise.reject(new Error('not begun again')));
      expect(await only()).toMatchObject({
        state: 'failed',
        error: 'The task was started 26 times and never ended',
      });
      expect(dead).toMatchObject([{ reason: 'The task was started 26 times and never ended' }]);
    });
  });

  it('is removed 30 days after its end', async () => {
    await add({ key: 'ends' });
    await run(async () => undefined);
    await add({ key: 'waits' });
    clock.advance(OUTBOX_TASKS_KEPT_MS);
    expect(await removeFinishedOutboxTasks(on.database, clock)).toBe(0);
    clock.advance(1);
    expect(await removeFinishedOutboxTasks(on.database, clock)).toBe(1);
    expect(await rows()).toMatchObject([{ key: 'waits' }]);
  });

  it('reaches its processor through the queue', async () => {
    const done: string[] = [];
    const deliver = outboxProcessor(outbox, 'deliver', {
      work: async ({ payload }) => void done.push(payload.deliveryId),
    });
    const deliveryId = randomUUID();
    await on.database.forOrg(orgId, (tx) =>
      outbox.add(tx, { job: 'deliver', key: 'k', payload: { deliveryId, round: 0 } }),
    );
    queue.work(processorsOf('deliver', (deliver as JobProcessor).process));
    await eventually(async () => expect((await only()).state).toBe('done'));
    expect(done).toContain(deliveryId);
  });
});
