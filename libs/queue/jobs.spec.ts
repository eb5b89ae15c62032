import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { loadConfig } from '#config';
import { DatabaseUnavailableError, statementsSent } from '#database';
import { createEmbeddedTestDatabase } from '../../test/harness/embedded-test-database.ts';
import { eventually } from '../../test/harness/eventually.ts';
import { suiteDatabase } from '../../test/harness/suite-database.ts';
import {
  JobCatalogueError,
  jobCatalogue,
  jobNames,
  JobQueue,
  JobWorkers,
  openQueueConnection,
  PermanentJobError,
  RunLaterError,
  type JobProcessor,
  type JobRun,
  type QueueConnection,
} from './index.ts';
import {
  describeOnEachQueue,
  processorOf,
  processorsOf,
  processorsOfChat,
  quiet,
  recording,
  suiteQueue,
  type Logger,
} from './jobs.fixture.ts';

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

describeOnEachQueue('the queue', 'test', (queue, backend) => {
  let jobs: JobQueue;
  beforeEach(() => {
    ({ jobs } = queue);
  });

  /** Starts workers that give every chat turn to `process`. */
  const work = (process: (turnId: string, run: JobRun) => Promise<void>, logger?: Logger) =>
    queue.work(processorsOfChat(process), logger && { logger });
  /** @returns the id of the job */
  const enqueue = async (turnId?: string) => `${await queue.enqueueTurn(turnId)}-0`;
  const chat = async () => (await jobs.counts()).find((counts) => counts.queue === 'turns-chat');

  it('runs a job once and removes it', async () => {
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

  it('finds the items without a waiting, running or delayed job', async () => {
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
    // A job that is missing from the list.
    jest.spyOn(Queue.prototype, 'getRanges').mockResolvedValue(ids.slice(1));
    expect(await jobs.withoutJob([...ids, ...none], jobOf)).toEqual(none);
    jest.restoreAllMocks();
    await eventually(async () => {
      for (const end of begun.splice(0)) end();
      expect(await jobs.withoutJob(ids, jobOf)).toEqual(ids);
    });
  });

  it('accepts the same id once while the job waits, and again after its end', async () => {
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

  it('returns the age of the oldest waiting job', async () => {
    expect(await chat()).toMatchObject({ oldestAgeMs: 0 });
    const before = Date.now();
    await enqueue();
    const queuedBy = Date.now();
    await eventually(async () => expect(Date.now() - queuedBy).toBeGreaterThan(100));
    await enqueue();
    const age = (await chat())?.oldestAgeMs ?? 0;
    expect(age).toBeGreaterThan(90);
    // The age is rounded to milliseconds and comes from another system clock.
    expect(age).toBeLessThanOrEqual(Date.now() - before + 50);
  });

  it('retries with a pause, counts the attempts, and keeps failed jobs', async () => {
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

  it('runs a job again later without using up an attempt', async () => {
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

  it('waits for an unreachable database without using up an attempt', async () => {
    const logger = recording();
    work(() => Promise.reject(new DatabaseUnavailableError(new Error('away'))), logger);
    const jobId = await enqueue();
    await eventually(async () => expect(await chat()).toMatchObject({ delayed: 1, active: 0, failed: 0 }));
    expect(await jobs.isLive('turn.chat', jobId)).toBe(true);
    expect(logger.warnings).toEqual([{ err: expect.any(DatabaseUnavailableError), job: 'turn.chat', jobId }]);
    expect(logger.errors).toEqual([]);
  });

  it('leaves the work of a scheduled job after an outage to the next job, without an error log', async () => {
    const logger = recording();
    const away = () => Promise.reject(new DatabaseUnavailableError(new Error('away')));
    queue.work(processorsOf('sweep', away), { logger });
    await jobs.enqueue('sweep', { v: 1 });
    await eventually(async () => expect(logger.warnings).toMatchObject([{ job: 'sweep' }]));
    expect(logger.errors).toEqual([]);
  });

  it('includes its PostgreSQL statements in the statement count of the process', async () => {
    const before = statementsSent();
    await enqueue();
    const sent = statementsSent() - before;
    if (backend === 'redis') expect(sent).toBe(0);
    else expect(sent).toBeGreaterThan(0);
  });

  it('fails a job at once after a permanent error', async () => {
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

  it('fails a job with an unknown payload or name', async () => {
    let tried = 0;
    const raw = jobs.handle('turns-chat');
    await raw.add('turn.chat', { v: 2, what: 'ever' }, { attempts: 5 });
    await raw.add('turn.telepathy', {}, { attempts: 5 });
    work(async () => void (tried += 1));
    await eventually(async () => expect(await chat()).toMatchObject({ failed: 2, waiting: 0 }));
    expect(tried).toBe(0);
  });

  it('refuses to enqueue an invalid payload', async () => {
    await expect(jobs.enqueue('turn.chat', { v: 1, orgId: 'x', turnId: 'y', run: -1 })).rejects.toThrow(
      /orgId/,
    );
    expect(await chat()).toMatchObject({ waiting: 0 });
  });

  it('waits for running jobs on close, and returns jobs that throw RunLaterError', async () => {
    const { promise: running, resolve: started } = Promise.withResolvers<void>();
    const { promise: held, resolve: finish } = Promise.withResolvers<void>();
    let tried = 0;
    const workers = work(async () => {
      tried += 1;
      started();
      await held;
      throw new RunLaterError(0, 'the worker is shutting down');
    });
    const jobId = await enqueue();
    await running;
    const closed = workers.close(10_000);
    finish();
    await closed;
    expect(tried).toBeGreaterThan(0);
    expect(await jobs.isLive('turn.chat', jobId)).toBe(true);
  });

  it('restores lost schedules and does not change the others', async () => {
    await jobs.startSchedules();
    const raw = jobs.handle('sweep');
    expect(await jobs.mendSchedules()).toEqual([]);
    await raw.removeJobScheduler('sweep');
    expect(await jobs.mendSchedules()).toEqual(['sweep']);
    expect(await raw.getJobSchedulers()).toMatchObject([{ key: 'sweep' }]);
  });

  it('resets a schedule whose next run is too far away because of a wrong clock', async () => {
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

  it('runs one schedule of the sweep for all workers', async () => {
    await Promise.all([jobs.startSchedules(), jobs.startSchedules()]);
    const raw = jobs.handle('sweep');
    const schedules = await raw.getJobSchedulers();
    expect(schedules.filter(({ key }) => key === 'sweep')).toHaveLength(1);
    await jobs.ping();
  });
});

describe('the queue of the embedded database', () => {
  const queue = suiteQueue(suiteDatabase({ create: createEmbeddedTestDatabase }));

  it('does not delay a job because of another job that is due much later', async () => {
    const later = randomUUID();
    const delayed: string[] = [];
    const done: string[] = [];
    queue.work(
      processorsOfChat(async (turnId) => {
        if (turnId !== later) return void done.push(turnId);
        delayed.push(turnId);
        throw new RunLaterError(3_600_000, 'in an hour');
      }),
    );
    await queue.enqueueTurn(later);
    await eventually(async () => expect(delayed).toEqual([later]));
    for (let times = 1; times <= 3; times += 1) {
      await queue.enqueueTurn();
      await eventually(async () => expect(done).toHaveLength(times));
    }
  });
});

describe('an unreachable queue', () => {
  it('fails soon, and closes', async () => {
    const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', REDIS_URL: 'redis://127.0.0.1:1' };
    const connection = await openQueueConnection(loadConfig(away));
    const jobs = new JobQueue(connection);
    const startedAt = performance.now();
    const payload = { v: 1 as const, orgId: randomUUID(), turnId: randomUUID(), run: 0 };
    await expect(jobs.enqueue('turn.chat', payload)).rejects.toThrow(AWAY);
    await expect(jobs.ping()).rejects.toThrow(AWAY);
    await jobs.close();
    await connection.close();
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
