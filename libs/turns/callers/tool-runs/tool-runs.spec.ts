import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import { Outbox, type JobQueue } from '#queue';
import { describeWith } from '../../../../test/harness/services.ts';
import { suiteDatabase } from '../../../../test/harness/suite-database.ts';
import { silent } from '../../testing/turns.fixture.ts';
import type { ToolRun } from './tool-run.entity.ts';
import { ToolRunRepository } from './tool-run.repository.ts';
import { ToolRunRequests } from './tool-runs.service.ts';

const ENDED = { result: 1, errorClass: null, error: null, attempts: 1, cached: false, durationMs: 1 };

describeWith('postgres', 'a manual run', () => {
  const orgId = randomUUID();
  const clock = new FixedClock(new Date('2026-11-20T10:00:00Z'));
  const person = {
    id: randomUUID(),
    role: 'org_admin' as const,
    actor: { kind: 'user' as const, userId: null },
  };
  const on = suiteDatabase();
  let requests: ToolRunRequests;

  beforeAll(() => {
    const { database } = on;
    const jobs = {
      enqueue: async () => undefined,
      withoutJob: async (all: unknown) => all,
    } as unknown as JobQueue;
    const outbox = new Outbox(database, clock, jobs, silent);
    requests = new ToolRunRequests({ database, clock, outbox, audit: { record: async () => undefined } });
  });

  const inRuns = <Result>(work: (runs: ToolRunRepository) => Promise<Result>) =>
    on.database.forOrg(orgId, (tx) => work(new ToolRunRepository(tx)));
  const claim = async (id: string): Promise<ToolRun> => {
    const run = await inRuns((runs) => runs.claim(id));
    if (!run) throw new Error('nothing to begin');
    return run;
  };
  const end = (run: ToolRun) => inRuns((runs) => runs.end(run, ENDED, clock.now()));
  const park = (run: ToolRun, argumentsHash: string) =>
    inRuns((runs) =>
      runs.park(
        run,
        { arguments: {}, reason: 'asked', argumentsHash },
        new Date(clock.now().getTime() + 1_000),
      ),
    );
  const ask = async () =>
    (await requests.ask(orgId, 'note', { key: randomUUID(), arguments: {} }, person)).id;
  const jobsOf = (id: string) =>
    on.database.forOrg(orgId, (tx) =>
      tx.query(`SELECT 1 FROM outbox_tasks WHERE org_id = $1 AND payload ->> 'runId' = $2`, [id]),
    );

  it('is ended by the worker that started it last', async () => {
    const id = await ask();
    const first = await claim(id);
    const second = await claim(id);
    await expect(end(first)).rejects.toThrow('another worker has the run');
    await expect(park(first, 'a')).rejects.toThrow('another worker has the run');
    await end(second);
    expect((await requests.find(orgId, id))?.state).toBe('succeeded');
  });

  it('runs after each approval, even if it needs several', async () => {
    const id = await ask();
    const asked = await claim(id);
    await park(asked, 'as shown first');
    await requests.decide(orgId, id, { decision: 'approve' }, person);
    await expect(end(asked)).rejects.toThrow('another worker has the run');
    clock.advance(10);
    await park(await claim(id), 'as its tool takes it now');
    expect(await requests.find(orgId, id)).toMatchObject({ state: 'awaiting_approval', decidedBy: null });
    await requests.decide(orgId, id, { decision: 'approve' }, person);
    expect(await jobsOf(id)).toHaveLength(3);
    await end(await claim(id));
  });
});
