import { conversationPlace, orgPlace, type FlagPlace } from '#flags';
import type { Org } from '#identity';
import { describeWith } from '../../../test/harness/services.ts';
import { calls } from '../testing/scripted-model.ts';
import { useTurns, plainTool, testPack } from '../testing/turns.fixture.ts';

describeWith('postgres', 'the mode of the broker', () => {
  let org: Org;

  const turnpike = useTurns([testPack('alpha', [plainTool('look')])]);

  beforeEach(async () => {
    org = await turnpike.newOrg();
  });

  async function set(place: FlagPlace, value: string): Promise<void> {
    await turnpike.database.forOrg(org.id, async (tx) => {
      const before = await turnpike.rules.hold(tx, 'tool_broker', place);
      await turnpike.rules.write(tx, 'tool_broker', place, { ...before, value });
    });
    await turnpike.flagStore.refresh();
  }

  async function decisionOf(conversationId?: string) {
    turnpike.model.answer(calls('look'));
    const sent = await turnpike.send(org, conversationId ? { conversationId } : {});
    await turnpike.newRunner().run(org.id, sent.turnId, true);
    const [decision] = await turnpike
      .sql(org.id)
      .query<{ mode: string; offered: string[]; brokered: string[] | null; missed: string[] }>(
        `SELECT mode, tools_offered AS offered, tools_brokered AS brokered, tools_missed AS missed
           FROM broker_decisions WHERE org_id = $1 AND turn_id = $2`,
        [sent.turnId],
      );
    return { ...decision, conversationId: sent.conversationId };
  }

  it('comes from the flag for org and conversation; shadow and enforce choose tools, off does not', async () => {
    const off = await decisionOf();
    expect(off).toMatchObject({ mode: 'off', offered: ['look'], brokered: null, missed: [] });
    await set(orgPlace('org', org.id), 'shadow');
    expect(await decisionOf()).toMatchObject({
      mode: 'shadow',
      offered: ['look'],
      brokered: ['look'],
      missed: [],
    });
    await set(conversationPlace(org.id, off.conversationId), 'enforce');
    expect(await decisionOf(off.conversationId)).toMatchObject({ mode: 'enforce', offered: ['look'] });
  });

  it('is the same in a replay as in the earlier run', async () => {
    await set(orgPlace('org', org.id), 'shadow');
    const sent = await turnpike.send(org);
    turnpike.model.answer(() => {
      throw new Error('away');
    });
    await turnpike.newRunner().run(org.id, sent.turnId, false);
    await set(orgPlace('org', org.id), 'off');
    await turnpike.newRunner().run(org.id, sent.turnId, true);
    const rows = await turnpike
      .sql(org.id)
      .query('SELECT mode FROM broker_decisions WHERE org_id = $1 AND turn_id = $2', [sent.turnId]);
    expect(rows).toEqual([{ mode: 'shadow' }]);
  });
});
