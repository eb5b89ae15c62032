import { randomBytes, randomUUID } from 'node:crypto';
import { loadConfig } from '#config';
import { eventually } from '../../test/harness/eventually.ts';
import { describeWith, type TestService } from '../../test/harness/services.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import {
  JobQueue,
  JobWorkers,
  jobNames,
  openQueueConnection,
  QueueSteering,
  RunLaterError,
  type JobProcessor,
  type QueueConnection,
} from './index.ts';

const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
const QUEUE = 'turns-chat';
const backends: Record<string, TestService[]> = { postgres: ['postgres'], redis: ['postgres', 'redis'] };

describe.each(Object.entries(backends))('steering of queues (%s)', (backend, services) => {
  describeWith(services, backend, () => {
    let testDatabase: TestDatabase;
    let connection: QueueConnection;
    let jobs: JobQueue;
    let steering: QueueSteering;
    let workers: JobWorkers | undefined;

    beforeAll(async () => {
      testDatabase = await createTestDatabase();
      connection = await openQueueConnection(
        loadConfig({
          DATABASE_URL: testDatabase.settings.url,
          QUEUE_PREFIX: `test-${randomBytes(5).toString('hex')}`,
          ...(backend === 'redis' ? { REDIS_URL } : {}),
        }),
      );
      jobs = new JobQueue(connection);
      steering = new QueueSteering(jobs);
    });

    afterEach(async () => {
      await workers?.close(10_000);
      workers = undefined;
    });

    afterAll(async () => {
      if (connection?.kind === 'redis')
        for (const { queue } of await steering.overview())
          await jobs.handle(queue).obliterate({ force: true });
      await jobs?.close();
      await connection?.close();
      await testDatabase?.drop();
    });

    /** Workers that record their turns; each fails with `fail`. */
    function work(ran: string[], { fail }: { fail?: Error } = {}): void {
      const processors = jobNames.map((job) => ({
        job,
        process: async (payload: { turnId?: string }) => {
          if (fail) throw fail;
          ran.push(payload.turnId ?? '');
        },
      })) as unknown as JobProcessor[];
      const logger = { warn: () => undefined, error: () => undefined };
      workers = new JobWorkers(connection, processors, { concurrency: 2, logger });
      workers.start();
    }
    const enqueue = (turnId = randomUUID()) =>
      jobs
        .enqueue('turn.chat', { v: 1, orgId: randomUUID(), turnId, run: 0 }, { jobId: `${turnId}-0` })
        .then(() => turnId);
    const state = async () => (await steering.overview()).find(({ queue }) => queue === QUEUE);

    it('pauses a queue, finds its waiting jobs, and resumes it', async () => {
      await steering.pause(QUEUE);
      const [turnId] = [await enqueue(), await enqueue()];
      const ran: string[] = [];
      work(ran);
      await eventually(async () => expect(await state()).toMatchObject({ paused: true, waiting: 2 }));
      const found = await steering.find(QUEUE, 'waiting', { text: turnId?.toUpperCase(), limit: 10 });
      expect(found).toMatchObject({
        searched: 2,
        all: true,
        jobs: [{ id: `${turnId}-0`, state: 'waiting' }],
      });
      expect((await steering.find(QUEUE, 'waiting', { limit: 1 })).all).toBe(false);
      expect(ran).toEqual([]);
      await steering.resume(QUEUE);
      await eventually(async () => expect(ran).toHaveLength(2));
      expect(await state()).toMatchObject({ paused: false, waiting: 0 });
    });

    it('returns the due time of a job that was delayed long after it was added', async () => {
      const before = Date.now();
      const id = randomUUID();
      const payload = { v: 1, orgId: randomUUID(), turnId: id, run: 0 };
      await jobs.handle(QUEUE).add('turn.chat', payload, { jobId: id, timestamp: before - 3_600_000 });
      work([], { fail: new RunLaterError(60_000, 'not yet') });
      await eventually(async () => {
        const [job] = (await steering.find(QUEUE, 'delayed', { limit: 10 })).jobs;
        expect(job?.dueAt?.getTime()).toBeGreaterThanOrEqual(before + 60_000);
      });
      await jobs.handle(QUEUE).remove(id);
    });

    it('retries failed jobs with all their attempts', async () => {
      const id = randomUUID();
      const payload = { v: 1, orgId: randomUUID(), turnId: id, run: 0 };
      await jobs.handle(QUEUE).add('turn.chat', payload, { jobId: id, attempts: 1 });
      work([], { fail: new Error('the store is away') });
      await eventually(async () =>
        expect((await steering.find(QUEUE, 'failed', { limit: 10 })).jobs).toMatchObject([
          { id, attempts: 1, maxAttempts: 1, error: 'the store is away' },
        ]),
      );
      await workers?.close(10_000);
      const ran: string[] = [];
      work(ran);
      expect(await steering.retry(QUEUE, [id, 'unknown'])).toBe(1);
      await eventually(async () => expect(ran).toEqual([id]));
      expect(await steering.retry(QUEUE, [id])).toBe(0);
    });

    it('removes jobs, and drains a queue', async () => {
      await steering.pause(QUEUE);
      const [first] = [await enqueue(), await enqueue(), await enqueue()];
      expect(await steering.remove(QUEUE, [`${first}-0`, 'unknown'])).toBe(1);
      expect(await state()).toMatchObject({ waiting: 2 });
      await steering.drain(QUEUE);
      expect(await state()).toMatchObject({ waiting: 0, delayed: 0 });
      await steering.resume(QUEUE);
    });

    it('returns the next run of schedules after a worker has started them', async () => {
      expect((await steering.schedules()).every(({ nextAt }) => nextAt === null)).toBe(true);
      await jobs.startSchedules();
      const sweep = (await steering.schedules()).find(({ job }) => job === 'sweep');
      expect(sweep?.nextAt).toBeInstanceOf(Date);
    });
  });
});

it('continues the search after a job that disappears between listing and read', async () => {
  const LISTED = 501;
  const jobAt = (place: number) =>
    place === 3 ? undefined : { id: `job-${place}`, name: 'turn.chat', data: {}, opts: {}, timestamp: 0 };
  const handle = {
    getJobs: (_states: string[], start: number, end: number) =>
      Promise.resolve(
        Array.from({ length: Math.min(end + 1, LISTED) - start }, (_, index) => jobAt(start + index)),
      ),
  };
  // A test cannot time the disappearance of a job, so it is simulated.
  const steering = new QueueSteering({ handle: () => handle } as unknown as JobQueue);
  const found = await steering.find(QUEUE, 'waiting', { text: 'job-500', limit: 10 });
  expect(found).toMatchObject({ jobs: [{ id: 'job-500' }], searched: LISTED, all: true });
});
