import { randomUUID } from 'node:crypto';
import { consoleTurnJobs } from '#contracts/console';
import { JobQueue } from '#queue';
import { expectProblem, useAdmin } from '../admin.fixture.ts';
import { addTurn } from '../console-rows.fixture.ts';

const { admin, platform } = useAdmin();

const jobsOf = (turnId: string) => platform.read(consoleTurnJobs, `/admin/turns/${turnId}/jobs`);

const addOutboxTask = (turn_id: string, job: string, state: string, minutesAgo: number) =>
  admin.addRow('outbox_tasks', {
    turn_id,
    job,
    state,
    created_at: new Date(Date.now() - minutesAgo * 60_000),
  });

describe('the jobs of a turn', () => {
  it('are its own job while the queue holds it, and its outbox tasks', async () => {
    const turn = await addTurn(admin.database, { orgId: admin.orgA.id, state: 'queued' });
    const own = { queue: 'turns-chat', id: `${turn.id}-0`, name: 'turn.chat' };
    expect(await jobsOf(turn.id)).toEqual({ own: { ...own, state: null }, outboxTasks: [] });
    await admin.app
      .get(JobQueue)
      .enqueue('turn.chat', { v: 1, orgId: admin.orgA.id, turnId: turn.id, run: 0 }, { jobId: own.id });
    const summary = await addOutboxTask(turn.id, 'summarize', 'failed', 2);
    const insights = await addOutboxTask(turn.id, 'extract-insights', 'done', 1);
    await addOutboxTask(randomUUID(), 'summarize', 'done', 1);
    expect(await jobsOf(turn.id)).toEqual({
      own: { ...own, state: 'waiting' },
      outboxTasks: [
        { id: summary, job: 'summarize', state: 'failed', createdAt: expect.any(String) },
        { id: insights, job: 'extract-insights', state: 'done', createdAt: expect.any(String) },
      ],
    });
  });

  it('are read from the queue of its channel, for its last run', async () => {
    const turn = await addTurn(admin.database, { orgId: admin.orgA.id, channel: 'voice' });
    await admin.query('UPDATE turns SET run = 2 WHERE org_id = $1 AND id = $2', [turn.id]);
    expect((await jobsOf(turn.id)).own).toMatchObject({ queue: 'turns-voice', id: `${turn.id}-2` });
  });

  it('are not found for an unknown turn', async () => {
    await expectProblem(await platform.get(`/admin/turns/${randomUUID()}/jobs`), 404);
  });
});
