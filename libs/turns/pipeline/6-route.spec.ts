import type { Org } from '#identity';
import { describeWith } from '../../../test/harness/services.ts';
import { calls } from '../testing/scripted-model.ts';
import { noteTool, openTurns, plainTool, testPack, type TurnsFixture } from '../testing/turns.fixture.ts';

/** By org. */
const switchedOff = new Map<string, string[]>();
const routing = {
  of: (orgId?: string) => ({
    models: [],
    providers: new Set<never>(),
    modelTiers: new Map((switchedOff.get(orgId ?? '') ?? []).map((model) => [model, 'off' as const])),
    taskTiers: new Map<never, never>(),
  }),
};

describeWith('postgres', 'a resumed turn whose model the org has disabled since', () => {
  let turnpike: TurnsFixture;
  let org: Org;

  beforeAll(async () => {
    const pack = testPack('alpha', [noteTool([]), plainTool('look')]);
    turnpike = await openTurns([pack], undefined, [], { routing });
  });
  afterAll(() => turnpike?.close());
  beforeEach(async () => {
    turnpike.model.forget();
    org = await turnpike.newOrg({ TOOL_APPROVALS: 'note' });
  });

  const run = (turnId: string) => turnpike.newRunner().run(org.id, turnId, false);
  const dies = () => Promise.reject(new Error('the worker is gone'));
  const models = () => turnpike.model.requests.map(({ model }) => model);
  const fails = async (turnId: string) => {
    turnpike.model.answer(dies);
    await turnpike.newRunner().run(org.id, turnId, true);
    expect(await turnpike.row(org.id, turnId)).toMatchObject({ state: 'failed' });
  };
  const approve = async () => {
    const [approval] = (await turnpike.approvals.page(org.id, { limit: 50, state: 'pending' })).items;
    const user = { orgId: org.id, email: null, handle: 'mia', name: 'Mia', role: 'member' as const };
    const member = await turnpike.users.ensure(user);
    await turnpike.approvals.decide(org.id, approval?.id ?? '', { decision: 'approve' }, member, 'api_key');
  };

  it('keeps the model after a crash', async () => {
    turnpike.model.answer(calls('look'), dies);
    const { turnId } = await turnpike.send(org);
    await run(turnId);
    switchedOff.set(org.id, ['offline-standard']);
    await run(turnId);
    expect(new Set(models())).toEqual(new Set(['offline-standard']));
    expect(await turnpike.row(org.id, turnId)).toMatchObject({ state: 'completed' });
  });

  it('gets another model after an approval, and keeps it', async () => {
    turnpike.model.answer(calls('note'), calls('look'), dies);
    const { turnId } = await turnpike.send(org);
    await run(turnId);
    switchedOff.set(org.id, ['offline-standard']);
    await approve();
    await run(turnId);
    switchedOff.set(org.id, []);
    await run(turnId);
    expect(models()).toEqual(['offline-standard', 'offline-premium', 'offline-premium', 'offline-premium']);
    expect(await turnpike.row(org.id, turnId)).toMatchObject({ state: 'completed' });
  });

  it('keeps its model after an approval if only a fallback was disabled', async () => {
    turnpike.model.answer(calls('note'));
    const { turnId } = await turnpike.send(org);
    await run(turnId);
    const fallbacks = ['offline-premium', 'offline-flash'].map((model) => ({
      model,
      provider: 'offline',
      tier: 'premium',
    }));
    const steps = (sql: string, ...values: unknown[]) =>
      turnpike.sql(org.id).queryUnscoped<{ outcome: unknown }>(sql, [turnId, ...values]);
    await steps(
      `UPDATE turn_steps SET outcome = outcome || jsonb_build_object('fallbacks', $2::jsonb)
        WHERE turn_id = $1 AND key = 'route'`,
      JSON.stringify(fallbacks),
    );
    switchedOff.set(org.id, ['offline-premium']);
    await approve();
    await run(turnId);
    const [again] = await steps(`SELECT outcome FROM turn_steps WHERE turn_id = $1 AND key = 'route:2'`);
    expect(again?.outcome).toMatchObject({ model: 'offline-standard', fallbacks: fallbacks.slice(1) });
  });

  it('gets another model after a retry', async () => {
    turnpike.model.answer(calls('look'));
    const { turnId } = await turnpike.send(org);
    await fails(turnId);
    switchedOff.set(org.id, ['offline-standard']);
    await turnpike.control.retry(org.id, turnId, { kind: 'user', userId: null });
    await run(turnId);
    expect(models()).toEqual(['offline-standard', 'offline-standard', 'offline-premium']);
  });
});
