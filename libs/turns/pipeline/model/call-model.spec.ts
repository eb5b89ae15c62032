import { ATTRIBUTES } from '#telemetry';
import { describeWith } from '../../../../test/harness/services.ts';
import { calls } from '../../testing/scripted-model.ts';
import { spansDuring } from '../../testing/recorded-spans.ts';
import { useOrg } from '../../testing/test-org.fixture.ts';
import { useTurns, plainTool, testPack } from '../../testing/turns.fixture.ts';

describeWith('postgres', 'the span of a model call', () => {
  const turnpike = useTurns([testPack('alpha', [plainTool('find')])]);
  const org = useOrg(turnpike);

  it('contains the calls, the text and the thoughts of the answer, each once', async () => {
    const thoughts = ['**Reading**\n\nA flat is wanted.', '**Looking**\n\nWith find.'];
    turnpike.model.answer(
      () => ({ ...calls('find')(), thoughts }),
      () => ({ text: 'Found.', thoughts: ['That is it.'] }),
    );
    const spans = await spansDuring(() => org.say());
    const chats = spans.filter(({ name }) => name.startsWith('chat '));
    const [asked, answered] = chats.map(({ attributes }) => attributes);
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
    const [start, rest] = [asked, answered].map((call) => JSON.parse(String(call?.[ATTRIBUTES.input])));
    expect(start).toMatchObject({
      system: expect.stringContaining('## Situation'),
      messages: [{ role: 'user' }],
    });
    expect(rest).toMatchObject({
      continues: chats[0]?.spanContext().spanId,
      messages: [{ role: 'assistant' }, { role: 'tool' }],
    });
    for (const call of [asked, answered])
      expect(call?.[ATTRIBUTES.prompt]).toMatch(/^Help\.\n\nText between.+\.$/);
    const steps = await org.query<{ outcome: object }>(
      `SELECT outcome FROM turn_steps WHERE org_id = $1 AND key LIKE 'model:%'`,
    );
    expect(steps.length).toBeGreaterThan(0);
    expect(JSON.stringify(steps)).not.toContain('thoughts');
  });

  it('says if the model was offered no tools', async () => {
    turnpike.model.answer(
      calls('find'),
      () => ({ text: '' }),
      () => ({ text: 'Found.' }),
    );
    const chats = (await spansDuring(() => org.say())).filter(({ name }) => name.startsWith('chat '));
    const without = chats.map(({ attributes }) => attributes[ATTRIBUTES.withoutTools] ?? false);
    expect(without).toEqual([false, false, true]);
  });
});
