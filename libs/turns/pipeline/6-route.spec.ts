import { describeWith } from '../../../test/harness/services.ts';
import { calls, dies } from '../testing/scripted-model.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { noteTool, plainTool, testPack, useTurns } from '../testing/turns.fixture.ts';

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
  const turnpike = useTurns([testPack('alpha', [noteTool([]), plainTool('look')])], { routing });
  const org = useOrg(turnpike, { TOOL_APPROVALS: 'note' });

  const models = () => turnpike.model.requests.map(({ model }) => model);
  const fails = async (turnId: string) => {
    turnpike.model.answer(dies);
    await org.run(turnId, true);
    expect(await org.row(turnId)).toMatchObject({ state: 'failed' });
  };
  const approve = async () => {
    const [approval] = await org.pendingApprovals();
    await org.decide(approval?.id ?? '', 'approve');
  };

  it('keeps the model after a crash', async () => {
    turnpike.model.answer(calls('look'), dies);
    const { turnId } = await org.send();
    await org.run(turnId);
    switchedOff.set(org.id, ['offline-standard']);
    await org.run(turnId);
    expect(new Set(models())).toEqual(new Set(['offline-standard']));
    expect(await org.row(turnId)).toMatchObject({ state: 'completed' });
  });

  it('gets another model after an approval, and keeps it', async () => {
    turnpike.model.answer(calls('note'), calls('look'), dies);
    const { turnId } = await org.send();
    await org.run(turnId);
    switchedOff.set(org.id, ['offline-standard']);
    await approve();
    await org.run(turnId);
    switchedOff.set(org.id, []);
    await org.run(turnId);
    expect(models()).toEqual(['offline-standard', 'offline-premium', 'offline-premium', 'offline-premium']);
    expect(await org.row(turnId)).toMatchObject({ state: 'completed' });
  });

  it('keeps its model after an approval if only a fallback was disabled', async () => {
    turnpike.model.answer(calls('note'));
    const { turnId } = await org.send();
    await org.run(turnId);
    const fallbacks = ['offline-premium', 'offline-flash'].map((model) => ({
      model,
      provider: 'offline',
      tier: 'premium',
    }));
    const steps = (sql: string, ...values: unknown[]) =>
      org.queryUnscoped<{ outcome: unknown }>(sql, [turnId, ...values]);
    await steps(
      `UPDATE turn_steps SET outcome = outcome || jsonb_build_object('fallbacks', $2::jsonb)
        WHERE turn_id = $1 AND key = 'route'`,
      JSON.stringify(fallbacks),
    );
    switchedOff.set(org.id, ['offline-premium']);
    await approve();
    await org.run(turnId);
    const [again] = await steps(`SELECT outcome FROM turn_steps WHERE turn_id = $1 AND key = 'route:2'`);
    expect(again?.outcome).toMatchObject({ model: 'offline-standard', fallbacks: fallbacks.slice(1) });
  });

  it('gets another model after a retry', async () => {
    turnpike.model.answer(calls('look'));
    const { turnId } = await org.send();
    await fails(turnId);
    switchedOff.set(org.id, ['offline-standard']);
    await org.retry(turnId);
    await org.run(turnId);
    expect(models()).toEqual(['offline-standard', 'offline-standard', 'offline-premium']);
  });
});
