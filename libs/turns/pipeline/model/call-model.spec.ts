import { ATTRIBUTES } from '#telemetry';
import { describeWith } from '../../../../test/harness/services.ts';
import { calls } from '../../testing/scripted-model.ts';
import { recordSpans } from '../../testing/recorded-spans.ts';
import { useTurns, plainTool, testPack } from '../../testing/turns.fixture.ts';

describeWith('postgres', 'the span of a model call', () => {
  const turnpike = useTurns([testPack('alpha', [plainTool('find')])]);
  it('contains the calls, the text and the thoughts of the answer, each once', async () => {
    const org = await turnpike.newOrg();
    const { turnId } = await turnpike.send(org);
    const thoughts = ['**Reading**\n\nA flat is wanted.', '**Looking**\n\nWith find.'];
    turnpike.model.answer(
      () => ({ ...calls('find')(), thoughts }),
      () => ({ text: 'Found.', thoughts: ['That is it.'] }),
    );
    const recorded = recordSpans();
    await turnpike.newRunner().run(org.id, turnId, true);
    const spans = (await recorded.take()).filter(({ name }) => name.startsWith('chat '));
    await recorded.stop();
    const [asked, answered] = spans.map(({ attributes }) => attributes);
    expect(JSON.parse(String(asked?.[ATTRIBUTES.toolCalls]))).toMatchObject([
      { name: 'find', arguments: { text: 'find' } },
    ]);
    expect(asked).toMatchObject({ [ATTRIBUTES.thoughtSummary]: 'Reading\nLooking' });
    expect(JSON.parse(String(asked?.[ATTRIBUTES.thoughtSteps]))).toEqual(thoughts);
    expect(asked).not.toHaveProperty(ATTRIBUTES.output);
    expect(answered).toMatchObject({
      [ATTRIBUTES.output]: 'Found.',
      [ATTRIBUTES.thoughtSummary]: 'That is it.',
    });
    expect(answered).not.toHaveProperty(ATTRIBUTES.toolCalls);
    expect(answered).not.toHaveProperty(ATTRIBUTES.thoughtSteps);
    const steps = await turnpike
      .sql(org.id)
      .queryUnscoped<{ outcome: object }>(
        `SELECT outcome FROM turn_steps WHERE org_id = $1 AND turn_id = $2 AND key LIKE 'model:%'`,
        [org.id, turnId],
      );
    expect(steps.length).toBeGreaterThan(0);
    expect(JSON.stringify(steps)).not.toContain('thoughts');
  });
});
