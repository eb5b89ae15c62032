import { describeWith } from '../../../test/harness/services.ts';
import { calls, dies } from '../testing/scripted-model.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { useTurns, plainTool, testPack } from '../testing/turns.fixture.ts';

describeWith('postgres', 'the mode of the broker', () => {
  const turnpike = useTurns([testPack('alpha', [plainTool('look')])]);
  const org = useOrg(turnpike);

  async function decisionOf(conversationId?: string) {
    turnpike.model.answer(calls('look'));
    const sent = await org.say(conversationId ? { conversationId } : {});
    const [decision] = await org.query<{
      mode: string;
      offered: string[];
      brokered: string[] | null;
      missed: string[];
    }>(
      `SELECT mode, tools_offered AS offered, tools_brokered AS brokered, tools_missed AS missed
           FROM broker_decisions WHERE org_id = $1 AND turn_id = $2`,
      [sent.turnId],
    );
    return { ...decision, conversationId: sent.conversationId };
  }

  it('comes from the flag for org and conversation; shadow and enforce choose tools, off does not', async () => {
    const off = await decisionOf();
    expect(off).toMatchObject({ mode: 'off', offered: ['look'], brokered: null, missed: [] });
    await org.setFlag('tool_broker', 'shadow');
    expect(await decisionOf()).toMatchObject({
      mode: 'shadow',
      offered: ['look'],
      brokered: ['look'],
      missed: [],
    });
    await org.setFlag('tool_broker', 'enforce', off.conversationId);
    expect(await decisionOf(off.conversationId)).toMatchObject({ mode: 'enforce', offered: ['look'] });
  });

  it('is the same in a replay as in the earlier run', async () => {
    await org.setFlag('tool_broker', 'shadow');
    const sent = await org.send();
    turnpike.model.answer(dies);
    await org.run(sent.turnId);
    await org.setFlag('tool_broker', 'off');
    await org.run(sent.turnId, true);
    const rows = await org.query('SELECT mode FROM broker_decisions WHERE org_id = $1 AND turn_id = $2', [
      sent.turnId,
    ]);
    expect(rows).toEqual([{ mode: 'shadow' }]);
  });
});
