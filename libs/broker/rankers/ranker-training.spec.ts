import { FixedClock } from '#config';
import type { Outbox } from '#queue';
import { ToolRegistry } from '#tools';
import { untilBlocking } from '../../../test/harness/eventually.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { fakePack, fakeTool } from '../../tools/testing/fake-tools.ts';
import { addLoggedCall } from '../testing/logged-call.fixture.ts';
import { ToolBroker } from '../selection/tool-broker.ts';
import { RankerContactData } from './ranker-contact-data.repository.ts';
import { LogChangedError, RankerTraining } from './ranker-training.service.ts';
import { Rankers } from './rankers.ts';
import { TrainingPlan } from './training-plan.service.ts';

const tools = ['kettle', 'fence', 'lamp'].map((name) =>
  fakeTool({ name, description: `Does ${name}.`, examples: ['e'], whenToUse: ['w'] }),
);
const registry = new ToolRegistry([fakePack(tools, { name: 'alpha' })], []);
const never = new AbortController().signal;

describeWith('postgres', 'an org’s ranker', () => {
  const own = suiteDatabase({ per: 'test' });
  let training: RankerTraining;
  let rankers: Rankers;
  let plan: TrainingPlan;
  let refresh: () => Promise<void> | void;
  let org: string;
  let second = 0;
  const enqueued: { job: string; key: string }[] = [];
  const clock = new FixedClock(new Date('2026-03-02T09:00:00Z'));
  const changes = {
    announce: async () => undefined,
    subscribe: (_topic: string, called: () => Promise<void> | void) => {
      refresh = called;
      return () => undefined;
    },
  };
  const outbox = {
    add: async (_tx: unknown, work: { job: string; key: string }) => {
      enqueued.push({ job: work.job, key: work.key });
      return true;
    },
    hasRecentTask: async (_tx: unknown, job: string) => enqueued.some((work) => work.job === job),
  } as unknown as Outbox;

  beforeEach(async () => {
    training = new RankerTraining(own.database, clock, registry, new ToolBroker(), changes);
    plan = new TrainingPlan(own.database, clock, outbox);
    rankers = new Rankers(own.database, changes);
    rankers.start();
    enqueued.length = 0;
    org = await own.addOrg();
  });

  /** A turn of the contact with one call. */
  async function called(
    text: string,
    name: string,
    more: { contact?: string; success?: boolean; orgId?: string } = {},
  ) {
    const { orgId = org, ...rest } = more;
    const at = new Date(clock.now().getTime() + (second += 1) * 1_000);
    await addLoggedCall(own.database, orgId, { text, tool: name, at, ...rest });
  }

  async function usualLog(orgId = org): Promise<void> {
    for (let at = 0; at < 12; at += 1) {
      await called(`boil some water ${at}`, 'kettle', { orgId });
      await called(`السور مكسور ${at}`, 'fence', { orgId });
    }
  }

  it('learns from successful calls, serves, and counts each tool', async () => {
    await usualLog();
    await called('never mind', 'lamp', { success: false });
    await called('find me a tool', 'tool_search');
    const version = await training.train(org, never);
    expect(version).toMatchObject({ version: 1, serving: true, verdict: 'serves', examples: 24, tools: 2 });
    const serving = await rankers.of(org);
    expect(serving?.version).toBe(1);
    expect(serving?.ranker.usesOf('kettle')).toBe(12);
    expect(serving?.ranker.usesOf('lamp')).toBe(0);
    expect(
      serving?.ranker
        .calledIn('agent:helper')
        .map(([name]) => name)
        .sort(),
    ).toEqual(['fence', 'kettle']);
  });

  it('does not learn from another org', async () => {
    await usualLog();
    const other = await own.addOrg();
    await training.train(org, never);
    expect(await rankers.of(other)).toBeUndefined();
    expect(await training.train(other, never)).toBeUndefined();
  });

  it('compares a version with the previous one on the newest calls, and keeps the better', async () => {
    for (let at = 0; at < 60; at += 1) await called(`boil some water ${at}`, 'kettle');
    for (let at = 0; at < 60; at += 1) await called(`paint it white ${at}`, 'fence');
    const first = await training.train(org, never);
    expect(first?.comparison).toMatchObject({ calls: 24, before: { version: null } });
    expect(first?.comparison.candidate).toBe(1);
    const again = await training.train(org, never);
    expect(again?.comparison.before).toEqual({ version: 1, recallAt12: 1 });
    expect(again).toMatchObject({ version: 2, serving: true });
    expect((await training.versions(org)).map(({ serving }) => serving)).toEqual([true, false]);
  });

  it('replaces the previous version in processes that loaded it', async () => {
    await usualLog();
    await training.train(org, never);
    expect((await rankers.of(org))?.version).toBe(1);
    await training.train(org, never);
    expect((await rankers.of(org))?.version).toBe(1);
    await refresh();
    expect((await rankers.of(org))?.version).toBe(2);
  });

  it('is deleted when a contact is erased, and trained again without them', async () => {
    await usualLog();
    await training.train(org, never);
    const contactData = new RankerContactData(changes, outbox);
    const erased = await own.database.forOrg(org, (tx) => contactData.erase(tx));
    expect(erased).toEqual({ deleted: { ranker_versions: 1 }, more: false });
    expect(enqueued).toEqual([{ job: 'train-ranker', key: 'forgotten up to version 1' }]);
    await refresh();
    expect(await rankers.of(org)).toBeUndefined();
    expect(await training.versions(org)).toMatchObject([{ verdict: 'forgotten', serving: false }]);
  });

  it('is not stored if a contact was erased during the training', async () => {
    await usualLog();
    await called('secret words', 'lamp', { contact: 'ben' });
    const trained = training.train(org, never);
    await own.database.forOrg(org, (tx) =>
      tx.execute(
        `DELETE FROM tool_calls WHERE org_id = $1 AND turn_id IN
           (SELECT id FROM turns WHERE org_id = $1 AND contact_id = 'ben')`,
      ),
    );
    const outcome = await trained.then(
      (version) => ({ version }),
      (error: Error) => ({ error: error.message }),
    );
    // Either the log was read before the deletion and the training is refused, or it was read after it.
    if ('error' in outcome) expect(outcome.error).toMatch(/deleted while/);
    else expect(outcome.version?.examples).toBe(24);
    const kept = (await rankers.of(org))?.ranker.usesOf('lamp') ?? 0;
    expect(kept).toBe(0);
  });

  it('waits for a running erasure, and contains none of the erased data', async () => {
    await usualLog();
    await called('secret words', 'lamp', { contact: 'ben' });
    let trained: Promise<unknown> | undefined;
    await own.database.forOrg(org, async (tx) => {
      await new RankerContactData(changes, outbox).erase(tx);
      trained = training.train(org, never).catch((error: unknown) => error);
      await untilBlocking(tx);
      await tx.execute(
        `DELETE FROM tool_calls WHERE org_id = $1 AND turn_id IN
           (SELECT id FROM turns WHERE org_id = $1 AND contact_id = 'ben')`,
      );
    });
    expect(await trained).toBeInstanceOf(LogChangedError);
    expect(await training.versions(org)).toEqual([]);
  });

  it('is enqueued after fifty new calls', async () => {
    await usualLog();
    expect(await plan.addTasks()).toBe(0);
    for (let at = 0; at < 26; at += 1) await called(`more ${at}`, 'lamp');
    expect(await plan.addTasks()).toBe(1);
    expect(enqueued).toEqual([{ job: 'train-ranker', key: 'after version 0, 2026-03-02T09:00:00.000Z' }]);
    await called('one that comes while the training waits', 'lamp');
    expect(await plan.addTasks()).toBe(0);
    enqueued.length = 0;
    await training.train(org, never);
    expect(await plan.addTasks()).toBe(0);
  });
});
