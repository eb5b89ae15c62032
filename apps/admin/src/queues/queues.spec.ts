import { randomUUID } from 'node:crypto';
import { packIds } from '#contracts';
import {
  changedJobs,
  consoleOutboxTaskPage,
  consoleQueuedJobs,
  consoleQueues,
  retriedOutboxTasks,
} from '#contracts/console';
import { AuditLog, type UserView } from '#identity';
import {
  JobQueue,
  JobWorkers,
  jobNames,
  QUEUE_CONNECTION,
  type JobProcessor,
  type QueueConnection,
  type QueueSteering,
} from '#queue';
import { eventually } from '../../../../test/harness/eventually.ts';
import { bodyOf, expectProblem, useAdmin } from '../admin.fixture.ts';
import { viewerOf } from '../session/viewer.ts';
import { QueueCommands } from './queue-commands.ts';

let workers: JobWorkers | undefined;
const ran: string[] = [];

const { admin, platform } = useAdmin();
afterEach(async () => {
  await workers?.close(10_000);
  workers = undefined;
});

/** Starts workers that record their jobs; with `fail`, turns fail for good. */
function work({ fail = false } = {}): void {
  const processors = jobNames.map((job) => ({
    job,
    process: async (payload: unknown) => {
      if (fail && job === 'turn.chat') throw new Error('the store of vectors is away');
      ran.push(JSON.stringify(payload));
    },
  })) as JobProcessor[];
  const quiet = { warn: () => undefined, error: () => undefined };
  workers = new JobWorkers(admin.app.get<QueueConnection>(QUEUE_CONNECTION), processors, {
    concurrency: 2,
    logger: quiet,
  });
  workers.start();
}

const jobs = () => admin.app.get(JobQueue);
const queues = () => platform.read(consoleQueues, '/admin/queues');
const chat = async () => (await queues()).items.find(({ queue }) => queue === 'turns-chat');
const failedJobs = (query = '') =>
  platform.read(consoleQueuedJobs, `/admin/queues/turns-chat/jobs?state=failed${query}`);

const change = (path: string, ids: string[]) =>
  bodyOf(changedJobs, platform.send('POST', `/admin/${path}`, { body: { ids } }));
const retryTasks = (ids: string[]) =>
  bodyOf(retriedOutboxTasks, platform.send('POST', '/admin/outbox-tasks/retry', { body: { ids } }));

const giveUp = (job = 'summarize', payload: object = { conversationId: randomUUID() }) =>
  admin.addRow('outbox_tasks', { job, payload });

const addDelivery = (state: 'pending' | 'delivered' | 'failed') =>
  admin.addRow('webhook_deliveries', { state, attempts: 8 });

describe('queues', () => {
  it('are listed with their counts and the scheduled jobs', async () => {
    const { items, schedules } = await queues();
    expect(items.map(({ queue }) => queue)).toEqual(
      expect.arrayContaining(['turns-chat', 'outbox', 'sweep']),
    );
    expect(schedules.map(({ job }) => job)).toEqual(expect.arrayContaining(['sweep', 'retention']));
    expect(items.find(({ queue }) => queue === 'sweep')?.endedPerMinute).toBeNull();
  });

  it('can be paused, drained and resumed', async () => {
    const post = (act: string) => platform.send('POST', `/admin/queues/turns-chat/${act}`);
    expect((await post('pause')).status).toBe(204);
    await jobs().enqueue('turn.chat', { v: 1, orgId: admin.orgA.id, turnId: randomUUID(), run: 0 });
    await eventually(async () => expect(await chat()).toMatchObject({ paused: true, waiting: 1 }));
    expect((await post('drain')).status).toBe(204);
    expect(await chat()).toMatchObject({ waiting: 0 });
    expect((await post('resume')).status).toBe(204);
    expect(await chat()).toMatchObject({ paused: false });
    await expectProblem(await platform.send('POST', '/admin/queues/nothing/pause'), 404);
  });
});

describe('failed jobs', () => {
  it('can be found by part of their error, retried, and run', async () => {
    const turnId = randomUUID();
    const payload = { v: 1 as const, orgId: admin.orgA.id, turnId, run: 0 };
    await jobs()
      .handle('turns-chat')
      .add('turn.chat', payload, { jobId: `${turnId}-0`, attempts: 1 });
    work({ fail: true });
    await eventually(async () => expect(await chat()).toMatchObject({ failed: 1 }));
    await workers?.close(10_000);
    const found = await failedJobs('&q=VECTORS');
    expect(found.items).toMatchObject([
      { id: `${turnId}-0`, name: 'turn.chat', payload, attempts: 1, error: 'the store of vectors is away' },
    ]);
    expect((await failedJobs('&q=elsewhere')).items).toEqual([]);
    expect((await failedJobs('&org=org-a')).items).toHaveLength(1);
    expect((await failedJobs('&org=org-b')).items).toEqual([]);
    work();
    expect(await change('queues/turns-chat/retry', [`${turnId}-0`, 'nothing'])).toEqual({ changed: 1 });
    await eventually(async () => expect(ran.join()).toContain(turnId));
    expect((await failedJobs()).items).toEqual([]);
  });

  it('can be removed', async () => {
    await jobs().handle('turns-chat').add('turn.gone', {}, { jobId: 'odd', attempts: 1 });
    work();
    await eventually(async () => expect((await failedJobs()).items).toHaveLength(1));
    expect(await change('queues/turns-chat/remove', ['odd'])).toEqual({ changed: 1 });
    expect((await failedJobs()).items).toEqual([]);
  });
});

describe('dead outbox tasks', () => {
  const list = async (query: string) =>
    (await platform.read(consoleOutboxTaskPage, `/admin/outbox-tasks?${query}`)).items;

  it('are listed with their trace, and can be searched', async () => {
    const id = await giveUp();
    const deadOf = async (org: string) => {
      const { items } = await platform.read(consoleQueues, `/admin/queues?org=${org}`);
      return items.find(({ jobs: all }) => all.includes('summarize'))?.givenUp;
    };
    expect([await deadOf('org-a'), await deadOf('org-b')]).toEqual([1, 0]);
    expect(await list(`state=failed&q=${id}`)).toMatchObject([
      {
        id,
        job: 'summarize',
        error: 'No model answered: 503',
        traceId: '0af7651916cd43dd8448eb211c80319c',
        org: { slug: 'org-a' },
      },
    ]);
    expect(await list(`org=org-b`)).toEqual([]);
    expect(await list('q=no+model+ANSWERED')).toHaveLength(1);
  });

  it('count all attempts of a delivery, not only those since its last start', async () => {
    const deliveryId = await addDelivery('failed');
    const id = await giveUp('deliver', { deliveryId, round: 0 });
    const gone = await giveUp('deliver', { deliveryId: randomUUID(), round: 0 });
    const items = await list('job=deliver');
    const attemptsOf = (one: string) => items.find((item) => item.id === one)?.attempts;
    expect([attemptsOf(id), attemptsOf(gone)]).toEqual([8, 3]);
  });

  it('run again with all their attempts, or with another payload', async () => {
    const [plain, edited] = [await giveUp(), await giveUp()];
    expect(await retryTasks([plain, randomUUID()])).toEqual({ changed: 1, ids: [plain] });
    expect((await list(`among=${packIds([edited, plain])}`)).map(({ id }) => id).toSorted()).toEqual(
      [edited, plain].toSorted(),
    );
    await expectProblem(await platform.get(`/admin/outbox-tasks?among=${plain}`), 422);
    const conversationId = randomUUID();
    const replay = (payload: object) =>
      platform.send('POST', `/admin/outbox-tasks/${edited}/replay`, { body: { payload } });
    await expectProblem(await replay({ conversationId: 'none' }), 422);
    expect((await replay({ conversationId })).status).toBe(204);
    await expectProblem(await replay({ conversationId }), 404);
    expect(await list(`q=${edited}`)).toMatchObject([
      { state: 'pending', attempts: 0, payload: { conversationId } },
    ]);
    work();
    await eventually(async () => {
      expect(ran.join()).toContain(plain);
      expect(ran.join()).toContain(edited);
    });
  });

  it('retry a delivery in a new round, once for concurrent requests', async () => {
    const deliveryId = await addDelivery('failed');
    const id = await giveUp('deliver', { deliveryId, round: 0 });
    const retry = async () => (await retryTasks([id])).ids;
    const rounds = (await Promise.all([retry(), retry(), retry()])).flat();
    expect(rounds).toHaveLength(1);
    expect(await retry()).toEqual([]);
    expect(await list(`q=${id}`)).toEqual([]);
    const again = (await list('job=deliver')).filter(({ payload }) =>
      JSON.stringify(payload).includes(deliveryId),
    );
    expect(again).toMatchObject([
      { id: rounds[0], state: 'pending', payload: { deliveryId, round: 1 }, error: null },
    ]);
    work();
    await eventually(async () => expect(ran.join()).toContain(again[0]?.id));
    const audited = await admin.audited({ target: `webhook_delivery:${deliveryId}` });
    expect(audited.map(({ action }) => action)).toEqual(['webhook.replay']);
  });

  it('are not retried if the work is gone, done or still pending', async () => {
    const ids = [
      await giveUp('deliver', { deliveryId: randomUUID(), round: 0 }),
      await giveUp('deliver', { deliveryId: await addDelivery('delivered'), round: 0 }),
      await giveUp('deliver', { deliveryId: await addDelivery('pending'), round: 0 }),
      await giveUp('run-tool', { runId: randomUUID() }),
    ];
    expect(await change('outbox-tasks/retry', ids)).toEqual({ changed: 0 });
    for (const id of ids) expect(await list(`q=${id}`)).toMatchObject([{ state: 'failed' }]);
  });

  it('can be removed from the outbox', async () => {
    const id = await giveUp();
    expect(await change('outbox-tasks/remove', [id])).toEqual({ changed: 1 });
    expect(await list(`q=${id}`)).toEqual([]);
  });

  it('and queues record failed commands in the audit log', async () => {
    const away = { pause: () => Promise.reject(new Error('Redis is away')) } as unknown as QueueSteering;
    const commands = new QueueCommands(admin.database, admin.app.get(AuditLog), away);
    const viewer = viewerOf({ ...platform.session.user, orgId: null } as UserView);
    await expect(commands.whole(viewer, 'maintenance', 'pause')).rejects.toThrow('Redis is away');
    const entries = await admin.audited({ target: 'queue:maintenance', action: 'queue.pause' });
    expect(entries.map(({ after }) => after)).toEqual([{}, { failed: 'Redis is away' }]);
  });
});
