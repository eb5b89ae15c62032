import { randomBytes, randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { loadConfig } from '#config';
import { DatabaseUnavailableError, statementsSent } from '#database';
import { eventually } from '../../test/harness/eventually.ts';
import { describeWith, type TestService } from '../../test/harness/services.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { processorOf, processorsOfChat, quiet, recording, type Logger } from './jobs.fixture.ts';
import {
  JobCatalogueError,
  jobCatalogue,
  jobNames,
  JobQueue,
  JobWorkers,
  openQueueConnection,
  PermanentJobError,
  queueNames,
  RunLaterError,
  type JobProcessor,
  type JobRun,
  type QueueConnection,
} from './index.ts';

const REDIS_URL = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
const AWAY = /Connection is closed|isn't writeable|ECONNREFUSED|max retries/i;

describe('the catalogue of jobs', () => {
  const start = (processors: JobProcessor[]) =>
    new JobWorkers({} as QueueConnection, processors, { concurrency: 1, logger: quiet });

  it('takes exactly one processor per job', () => {
    const all = jobNames.map((name) => processorOf(name));
    expect(() => start(all)).not.toThrow();
    expect(() => start(all.slice(1))).toThrow(`job ${jobNames[0]} has 0 processors, expected exactly one`);
    expect(() => start([...all, processorOf('sweep')])).toThrow('job sweep has 2 processors');
    expect(() => start([])).toThrow(JobCatalogueError);
  });

  it('still reads the first payload of a turn', () => {
    const payload = { v: 1, orgId: randomUUID(), turnId: randomUUID(), run: 0 };
    for (const name of ['turn.chat', 'turn.voice'] as const)
      expect(jobCatalogue[name].payload.parse(payload)).toEqual(payload);
  });
});

const backends: Record<string, TestService[]> = { postgres: ['postgres'], redis: ['postgres', 'redis'] };

describe.each(Object.entries(backends))('the queue (%s)', (backend, services) => {
  describeWith(services, backend, () => {
    let testDatabase: TestDatabase;
    let connection: QueueConnection;
    let jobs: JobQueue;
    let workers: JobWorkers | undefined;

    beforeAll(async () => {
      testDatabase = await createTestDatabase();
    });

    beforeEach(async () => {
      const config = loadConfig({
        DATABASE_URL: testDatabase.settings.url,
        QUEUE_PREFIX: `test-${randomBytes(5).toString('hex')}`,
        ...(backend === 'redis' ? { REDIS_URL } : {}),
      });
      connection = await openQueueConnection(config);
      jobs = new JobQueue(connection);
    });

    afterEach(async () => {
      jest.restoreAllMocks();
      await workers?.close(10_000);
      workers = undefined;
      if (connection.kind === 'redis') {
        const handles = queueNames.map(
          (name) => new Queue(name, { connection: connection.forQueues, prefix: connection.prefix }),
        );
        await Promise.all(handles.map((queue) => queue.obliterate({ force: true })));
      }
      await jobs.close();
      await connection.close();
    });

    afterAll(() => testDatabase?.drop());

    /** Starts workers that give every chat turn to `process`. */
    function work(process: (turnId: string, run: JobRun) => Promise<void>, logger: Logger = quiet): void {
      const processors = processorsOfChat(process);
      workers = new JobWorkers(connection, processors, { concurrency: 4, logger });
      workers.start();
    }
    const enqueue = (turnId = randomUUID(), jobId = `${turnId}-0`) =>
      jobs.enqueue('turn.chat', { v: 1, orgId: randomUUID(), turnId, run: 0 }, { jobId }).then(() => jobId);
    const chat = async () => (await jobs.counts()).find((counts) => counts.queue === 'turns-chat');

    it('hands a job to its processor once, and forgets it', async () => {
      const seen: string[] = [];
      const jobId = await enqueue();
      expect(await jobs.isLive('turn.chat', jobId)).toBe(true);
      expect(await chat()).toMatchObject({ waiting: 1, active: 0 });
      work(async (turnId) => void seen.push(turnId));
      await eventually(async () => expect(await jobs.isLive('turn.chat', jobId)).toBe(false));
      expect(seen).toHaveLength(1);
      expect(await chat()).toMatchObject({ waiting: 0, active: 0, failed: 0, delayed: 0 });
      expect(await jobs.isLive('turn.chat', 'never')).toBe(false);
    });

    it('tells apart what has a job, one that waits, runs or is delayed, and what has none', async () => {
      const begun: (() => void)[] = [];
      work(() => new Promise((resolve) => begun.push(resolve)));
      const ids = await Promise.all(Array.from({ length: 24 }, () => enqueue()));
      await eventually(async () => expect(begun).toHaveLength(4));
      const delayed = randomUUID();
      const payload = { v: 1 as const, orgId: randomUUID(), turnId: randomUUID(), run: 0 };
      await jobs.enqueue('turn.chat', payload, { jobId: delayed, delayMs: 60_000 });
      const jobOf = (id: string) => ({ name: 'turn.chat' as const, id });
      const none = [randomUUID(), randomUUID()];
      const asked = jest.spyOn(jobs, 'isLive');
      expect(await jobs.withoutJob([...ids, ...none, delayed], jobOf)).toEqual(none);
      expect(asked).toHaveBeenCalledTimes(none.length);
      expect(await jobs.withoutJob([ids[0]!, ...none, delayed], jobOf)).toEqual(none);
      // One that the list has missed.
      jest.spyOn(Queue.prototype, 'getRanges').mockResolvedValue(ids.slice(1));
      expect(await jobs.withoutJob([...ids, ...none], jobOf)).toEqual(none);
      jest.restoreAllMocks();
      await eventually(async () => {
        for (const end of begun.splice(0)) end();
        expect(await jobs.withoutJob(ids, jobOf)).toEqual(ids);
      });
    });

    it('takes the same id once while it waits, and again when it is done', async () => {
      const turnId = randomUUID();
      let runs = 0;
      await Promise.all([enqueue(turnId), enqueue(turnId), enqueue(turnId)]);
      expect(await chat()).toMatchObject({ waiting: 1 });
      work(async () => void (runs += 1));
      await eventually(async () =>
        expect([runs, await jobs.isLive('turn.chat', `${turnId}-0`)]).toEqual([1, false]),
      );
      await enqueue(turnId);
      await eventually(async () => expect(runs).toBe(2));
    });

    it('says how long the oldest waiting job waits', async () => {
      expect(await chat()).toMatchObject({ oldestAgeMs: 0 });
      const before = Date.now();
      await enqueue();
      const queuedBy = Date.now();
      await eventually(async () => expect(Date.now() - queuedBy).toBeGreaterThan(100));
      await enqueue();
      const age = (await chat())?.oldestAgeMs ?? 0;
      expect(age).toBeGreaterThan(90);
      // Rounded to milliseconds, and by another of the machine's clocks.
      expect(age).toBeLessThanOrEqual(Date.now() - before + 50);
    });

    it('tries again with a pause, counts the attempts, and keeps what failed', async () => {
      const attempts: [number, boolean][] = [];
      const at: number[] = [];
      const logger = recording();
      work(async (_turnId, run) => {
        attempts.push([run.attempt, run.lastAttempt]);
        at.push(performance.now());
        throw new Error('busy');
      }, logger);
      const jobId = await enqueue();
      await eventually(async () => expect(await chat()).toMatchObject({ failed: 1 }));
      expect(attempts).toEqual([
        [1, false],
        [2, false],
        [3, false],
        [4, false],
        [5, true],
      ]);
      expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(240);
      await eventually(async () => expect(logger.errors).toHaveLength(1));
      const told = { job: 'turn.chat', jobId, queue: 'turns-chat' };
      expect(logger.warnings).toMatchObject([1, 2, 3, 4].map((attempt) => ({ ...told, attempt })));
      expect(logger.errors).toMatchObject([{ ...told, attempt: 5, err: { message: 'busy' } }]);
      expect(await jobs.isLive('turn.chat', jobId)).toBe(false);
    });

    it('brings a job back later without using up an attempt', async () => {
      const attempts: number[] = [];
      work(async (_turnId, run) => {
        attempts.push(run.attempt);
        if (attempts.length <= 6) throw new RunLaterError(20.25, 'another worker has it');
      });
      const jobId = await enqueue();
      await eventually(async () => expect(attempts).toHaveLength(7));
      expect(new Set(attempts)).toEqual(new Set([1]));
      await eventually(async () => expect(await jobs.isLive('turn.chat', jobId)).toBe(false));
      expect(await chat()).toMatchObject({ failed: 0 });
    });

    it('waits for a database that is away, without using up an attempt', async () => {
      const logger = recording();
      work(() => Promise.reject(new DatabaseUnavailableError(new Error('away'))), logger);
      const jobId = await enqueue();
      await eventually(async () => expect(await chat()).toMatchObject({ delayed: 1, active: 0, failed: 0 }));
      expect(logger.warnings).toEqual([
        { err: expect.any(DatabaseUnavailableError), job: 'turn.chat', jobId },
      ]);
      expect(logger.errors).toEqual([]);
    });

    it('leaves what a scheduled job did not do in an outage to the next one, and calls nobody', async () => {
      const logger = recording();
      const processors = jobNames.map((name) =>
        name === 'sweep'
          ? processorOf(name, () => Promise.reject(new DatabaseUnavailableError(new Error('away'))))
          : processorOf(name),
      );
      workers = new JobWorkers(connection, processors, { concurrency: 4, logger });
      workers.start();
      await jobs.enqueue('sweep', { v: 1 });
      await eventually(async () => expect(logger.warnings).toMatchObject([{ job: 'sweep' }]));
      expect(logger.errors).toEqual([]);
    });

    it('is live while it waits to come back', async () => {
      let tried = 0;
      work(async () => {
        tried += 1;
        throw new RunLaterError(60_000, 'later');
      });
      const jobId = await enqueue();
      await eventually(async () => expect(await chat()).toMatchObject({ delayed: 1 }));
      expect([tried, await jobs.isLive('turn.chat', jobId)]).toEqual([1, true]);
    });

    it('counts what it sends to PostgreSQL among the statements of the process', async () => {
      const before = statementsSent();
      await enqueue();
      const sent = statementsSent() - before;
      if (backend === 'redis') expect(sent).toBe(0);
      else expect(sent).toBeGreaterThan(0);
    });

    it('gives up at once what cannot succeed', async () => {
      let tried = 0;
      const logger = recording();
      work(async () => {
        tried += 1;
        throw new PermanentJobError('no such thing');
      }, logger);
      await enqueue();
      await eventually(async () => expect(await chat()).toMatchObject({ failed: 1 }));
      expect(tried).toBe(1);
      await eventually(async () => expect(logger.errors).toMatchObject([{ job: 'turn.chat', attempt: 1 }]));
      expect(logger.warnings).toEqual([]);
    });

    it('gives up a payload or a job that this version does not know', async () => {
      let tried = 0;
      const raw = new Queue(connection.queueName('turns-chat'), {
        connection: connection.forQueues,
        prefix: connection.prefix,
      });
      await raw.add('turn.chat', { v: 2, what: 'ever' }, { attempts: 5 });
      await raw.add('turn.telepathy', {}, { attempts: 5 });
      work(async () => void (tried += 1));
      await eventually(async () => expect(await chat()).toMatchObject({ failed: 2, waiting: 0 }));
      expect(tried).toBe(0);
      await raw.close();
    });

    it('refuses to enqueue what the payload does not take', async () => {
      await expect(jobs.enqueue('turn.chat', { v: 1, orgId: 'x', turnId: 'y', run: -1 })).rejects.toThrow(
        /orgId/,
      );
      expect(await chat()).toMatchObject({ waiting: 0 });
    });

    it('lets what runs finish when it closes, and hands back what asks for it', async () => {
      let started: () => void = () => undefined;
      const running = new Promise<void>((resolve) => (started = resolve));
      let finish: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (finish = resolve));
      let tried = 0;
      work(async () => {
        tried += 1;
        started();
        await held;
        throw new RunLaterError(0, 'the worker is shutting down');
      });
      const jobId = await enqueue();
      await running;
      const closed = workers?.close(10_000);
      finish();
      await closed;
      expect(tried).toBeGreaterThan(0);
      expect(await jobs.isLive('turn.chat', jobId)).toBe(true);
    });

    it('sets schedules again that the queue has lost, and leaves the others as they are', async () => {
      await jobs.startSchedules();
      const raw = new Queue(connection.queueName('sweep'), {
        connection: connection.forQueues,
        prefix: connection.prefix,
      });
      expect(await jobs.mendSchedules()).toEqual([]);
      await raw.removeJobScheduler('sweep');
      expect(await jobs.mendSchedules()).toEqual(['sweep']);
      expect(await raw.getJobSchedulers()).toMatchObject([{ key: 'sweep' }]);
      await raw.close();
    });

    it('sets a schedule again whose next time a wrong clock has put far off', async () => {
      await jobs.startSchedules();
      const sweep = jobs.handle('sweep');
      const inAnHour = Date.now() + 3_600_000;
      await sweep.removeJobScheduler('sweep');
      await sweep.upsertJobScheduler('sweep', { every: 15_000, startDate: inAnHour }, { name: 'sweep' });
      expect((await sweep.getJobScheduler('sweep'))?.next).toBeGreaterThan(inAnHour - 60_000);
      expect(await jobs.mendSchedules()).toEqual(['sweep']);
      expect((await sweep.getJobScheduler('sweep'))?.next).toBeLessThan(inAnHour - 1_800_000);
      expect(await sweep.getJobCountByTypes('delayed')).toBe(0);
      expect(await jobs.mendSchedules()).toEqual([]);
    });

    it('runs the schedule of the sweeper, one for all workers', async () => {
      await Promise.all([jobs.startSchedules(), jobs.startSchedules()]);
      const raw = new Queue(connection.queueName('sweep'), {
        connection: connection.forQueues,
        prefix: connection.prefix,
      });
      const schedules = await raw.getJobSchedulers();
      expect(schedules.filter(({ key }) => key === 'sweep')).toHaveLength(1);
      await raw.close();
      await jobs.ping();
    });
  });
});

describe('a queue that is away', () => {
  it.each([['redis', { REDIS_URL: 'redis://127.0.0.1:1' }]])(
    'fails soon, and closes (%s)',
    async (_name, env) => {
      const connection = await openQueueConnection(
        loadConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', ...env }),
      );
      const jobs = new JobQueue(connection);
      const startedAt = performance.now();
      await expect(
        jobs.enqueue('turn.chat', { v: 1, orgId: randomUUID(), turnId: randomUUID(), run: 0 }),
      ).rejects.toThrow(AWAY);
      await expect(jobs.ping()).rejects.toThrow(AWAY);
      await jobs.close();
      await connection.close();
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    },
  );
});
