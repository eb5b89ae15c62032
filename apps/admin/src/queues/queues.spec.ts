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
import { addDecision } from '../broker/broker-decision.fixture.ts';
import { expectProblem, useAdmin } from '../admin.fixture.ts';
import { viewerOf } from '../session/viewer.ts';
import { QueueCommands } from './queue-commands.ts';

let workers: JobWorkers | undefined;
const ran: string[] = [];

const { admin, platform, orgAdmin, analyst } = useAdmin(['platform', 'orgAdmin', 'analyst']);
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
const queues = async () => consoleQueues.parse(await (await platform.get('/admin/queues')).json());
const chat = async () => (await queues()).items.find(({ queue }) => queue === 'turns-chat');
const failedJobs = async (query = '') =>
  consoleQueuedJobs.parse(
    await (await platform.get(`/admin/queues/turns-chat/jobs?state=failed${query}`)).json(),
  );

/** Adds a dead outbox task. */
async function giveUp(job: string, payload: object): Promise<string> {
  const id = randomUUID();
  await admin.database.forOrg(admin.orgA.id, (tx) =>
    tx.execute(
      `INSERT INTO outbox_tasks (org_id, id, job, key, traceparent, payload, state, attempts, error, run_at, created_at, finished_at)
       VALUES ($1, $2, $3, $4, '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', $5, 'failed', 3,
         'No model answered: 503', now(), now(), now())`,
      [id, job, `key-${id}`, JSON.stringify(payload)],
    ),
  );
  return id;
}

/** Adds a webhook delivery with 8 attempts. */
async function addDelivery(state: 'pending' | 'delivered' | 'failed'): Promise<string> {
  const turn = await addDecision(admin.database, admin.orgA.id);
  const id = randomUUID();
  await admin.database.forOrg(admin.orgA.id, (tx) =>
    tx.execute(
      `INSERT INTO webhook_deliveries (org_id, id, turn_id, conversation_id, event, url, state, attempts, round_began_at, created_at)
       SELECT $1, $3, id, conversation_id, 'turn.completed', 'https://example.com', $4, 8, now(), now() FROM turns
        WHERE org_id = $1 AND id = $2`,
      [turn, id, state],
    ),
  );
  return id;
}

describe('queues', () => {
  it('are for platform admins alone', async () => {
    for (const who of [orgAdmin, analyst]) {
      for (const path of ['/admin/queues', '/admin/queues/sweep/jobs', '/admin/outbox-tasks'])
        await expectProblem(await who.get(path), 403);
      const body = { ids: [randomUUID()] };
      for (const path of [
        '/admin/queues/sweep/retry',
        '/admin/queues/sweep/remove',
        '/admin/outbox-tasks/retry',
        '/admin/outbox-tasks/remove',
      ])
        await expectProblem(await who.send('POST', path, { body }), 403);
      for (const act of ['pause', 'resume', 'drain'])
        await expectProblem(await who.send('POST', `/admin/queues/sweep/${act}`), 403);
      await expectProblem(
        await who.send('POST', `/admin/outbox-tasks/${randomUUID()}/replay`, { body: { payload: {} } }),
        403,
      );
    }
  });

  it('are counted, with what runs by the clock', async () => {
    const { items, schedules } = await queues();
    expect(items.map(({ queue }) => queue)).toEqual(
      expect.arrayContaining(['turns-chat', 'outbox', 'sweep']),
    );
    expect(schedules.map(({ job }) => job)).toEqual(expect.arrayContaining(['sweep', 'retention']));
    expect(items.find(({ queue }) => queue === 'sweep')?.endedPerMinute).toBeNull();
  });

  it('are paused, drained and resumed', async () => {
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
  it('are found by a part of them, retried, and run', async () => {
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
    work();
    const answer = await platform.send('POST', '/admin/queues/turns-chat/retry', {
      body: { ids: [`${turnId}-0`, 'nothing'] },
    });
    expect(changedJobs.parse(await answer.json())).toEqual({ changed: 1 });
    await eventually(async () => expect(ran.join()).toContain(turnId));
    expect((await failedJobs()).items).toEqual([]);
  });

  it('are removed', async () => {
    await jobs().handle('turns-chat').add('turn.gone', {}, { jobId: 'odd', attempts: 1 });
    work();
    await eventually(async () => expect((await failedJobs()).items).toHaveLength(1));
    const answer = await platform.send('POST', '/admin/queues/turns-chat/remove', { body: { ids: ['odd'] } });
    expect(changedJobs.parse(await answer.json())).toEqual({ changed: 1 });
    expect((await failedJobs()).items).toEqual([]);
  });
});

describe('dead outbox tasks', () => {
  const list = async (query: string) =>
    consoleOutboxTaskPage.parse(await (await platform.get(`/admin/outbox-tasks?${query}`)).json()).items;

  it('are listed with their trace, and found', async () => {
    const id = await giveUp('summarize', { conversationId: randomUUID() });
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

  it('say of a delivery how often it was tried, not of its last beginning', async () => {
    const deliveryId = await addDelivery('failed');
    const id = await giveUp('deliver', { deliveryId, round: 0 });
    const gone = await giveUp('deliver', { deliveryId: randomUUID(), round: 0 });
    const items = await list('job=deliver');
    const attemptsOf = (one: string) => items.find((item) => item.id === one)?.attempts;
    expect([attemptsOf(id), attemptsOf(gone)]).toEqual([8, 3]);
  });

  it('run again with all their attempts, or with another payload', async () => {
    const [plain, edited] = [
      await giveUp('summarize', { conversationId: randomUUID() }),
      await giveUp('summarize', { conversationId: randomUUID() }),
    ];
    const answer = await platform.send('POST', '/admin/outbox-tasks/retry', {
      body: { ids: [plain, randomUUID()] },
    });
    expect(retriedOutboxTasks.parse(await answer.json())).toEqual({ changed: 1, ids: [plain] });
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

  it('send a delivery again in a round of its own, once however often and at once it is asked for', async () => {
    const deliveryId = await addDelivery('failed');
    const id = await giveUp('deliver', { deliveryId, round: 0 });
    const retry = async () => {
      const answer = await platform.send('POST', '/admin/outbox-tasks/retry', { body: { ids: [id] } });
      return retriedOutboxTasks.parse(await answer.json()).ids;
    };
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
    const audited = await admin.database.forOrg(admin.orgA.id, (tx) =>
      tx.query(`SELECT action FROM audit_log WHERE org_id = $1 AND target = $2`, [
        `webhook_delivery:${deliveryId}`,
      ]),
    );
    expect(audited).toEqual([{ action: 'webhook.replay' }]);
  });

  it('are not retried where that would do nothing, or again what was done', async () => {
    const ids = [
      await giveUp('deliver', { deliveryId: randomUUID(), round: 0 }),
      await giveUp('deliver', { deliveryId: await addDelivery('delivered'), round: 0 }),
      await giveUp('deliver', { deliveryId: await addDelivery('pending'), round: 0 }),
      await giveUp('run-tool', { runId: randomUUID() }),
    ];
    const answer = await platform.send('POST', '/admin/outbox-tasks/retry', { body: { ids } });
    expect(changedJobs.parse(await answer.json())).toEqual({ changed: 0 });
    for (const id of ids) expect(await list(`q=${id}`)).toMatchObject([{ state: 'failed' }]);
  });

  it('are forgotten', async () => {
    const id = await giveUp('summarize', { conversationId: randomUUID() });
    const answer = await platform.send('POST', '/admin/outbox-tasks/remove', { body: { ids: [id] } });
    expect(changedJobs.parse(await answer.json())).toEqual({ changed: 1 });
    expect(await list(`q=${id}`)).toEqual([]);
  });

  it('leave it in the audit log also where it then fails', async () => {
    const away = { pause: () => Promise.reject(new Error('Redis is away')) } as unknown as QueueSteering;
    const commands = new QueueCommands(admin.database, admin.app.get(AuditLog), away);
    const viewer = viewerOf({ ...platform.session.user, orgId: null } as UserView);
    await expect(commands.whole(viewer, 'maintenance', 'pause')).rejects.toThrow('Redis is away');
    const entries = await admin.database.asPlatform('the test reads the entries', (tx) =>
      tx.query<{ after: object }>(
        `SELECT after FROM audit_log WHERE target = 'queue:maintenance' AND action = 'queue.pause' ORDER BY at, id`,
      ),
    );
    expect(entries.map(({ after }) => after)).toEqual([{}, { failed: 'Redis is away' }]);
  });

  it('leave their steering in the audit log', async () => {
    const actions = await admin.database.asPlatform('the test reads every entry', (tx) =>
      tx.query<{ action: string }>('SELECT DISTINCT action FROM audit_log ORDER BY action'),
    );
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'outbox_task.remove',
        'outbox_task.replay',
        'outbox_task.retry',
        'queue.drain',
        'queue.pause',
        'queue.remove',
        'queue.resume',
        'queue.retry',
      ]),
    );
  });
});
