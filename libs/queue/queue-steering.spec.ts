import { randomUUID } from 'node:crypto';
import { eventually } from '../../test/harness/eventually.ts';
import { QueueSteering, RunLaterError, type JobQueue } from './index.ts';
import { describeOnEachQueue, processorsOfChat } from './jobs.fixture.ts';

const QUEUE = 'turns-chat';

describeOnEachQueue('steering of queues', 'suite', (queue) => {
  let jobs: JobQueue;
  let steering: QueueSteering;

  beforeAll(() => {
    ({ jobs } = queue);
    steering = new QueueSteering(jobs);
  });

  /** Workers that record their turns; each fails with `fail`. */
  const work = (ran: string[], { fail }: { fail?: Error } = {}) =>
    queue.work(
      processorsOfChat(async (turnId) => {
        if (fail) throw fail;
        ran.push(turnId);
      }),
      { concurrency: 2 },
    );
  const enqueue = () => queue.enqueueTurn();
  const state = async () => (await steering.overview()).find(({ queue: name }) => name === QUEUE);

  it('pauses a queue, finds its waiting jobs, and resumes it', async () => {
    await steering.pause(QUEUE);
    const [turnId] = [await enqueue(), await enqueue()];
    const ran: string[] = [];
    work(ran);
    await eventually(async () => expect(await state()).toMatchObject({ paused: true, waiting: 2 }));
    const found = await steering.find(QUEUE, 'waiting', { text: turnId?.toUpperCase(), limit: 10 });
    expect(found).toMatchObject({ searched: 2, all: true, jobs: [{ id: `${turnId}-0`, state: 'waiting' }] });
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
    const failing = work([], { fail: new Error('the store is away') });
    await eventually(async () =>
      expect((await steering.find(QUEUE, 'failed', { limit: 10 })).jobs).toMatchObject([
        { id, attempts: 1, maxAttempts: 1, error: 'the store is away' },
      ]),
    );
    await failing.close(10_000);
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
