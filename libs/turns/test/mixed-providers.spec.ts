// A turn whose rounds are answered by several providers, each as strict as its documentation.
import { StrictProviders } from '../../models/testing/strict-providers.fixture.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { plainTool, testPack, useTurns } from '../testing/turns.fixture.ts';

describeWith('postgres', 'a conversation of several providers', () => {
  const turnpike = useTurns([testPack('alpha', [plainTool('look')])]);
  const org = useOrg(turnpike);
  let providers: StrictProviders;
  beforeAll(async () => {
    providers = await StrictProviders.start();
  });
  afterAll(() => providers.stop());

  /** Answers the next round with a model of a provider, whose call has an id of its own. */
  const answerAs = (model: string, id?: string) =>
    turnpike.model.answer((request) => {
      providers.next =
        id === undefined
          ? { text: model, calls: [] }
          : { text: '', calls: [{ id, name: 'look', arguments: {} }] };
      return providers.generate({ ...request, model, onText: undefined });
    });

  it('completes each turn, and has ids of ours only', async () => {
    answerAs('gpt-6.1-terra', 'functions.look:0');
    answerAs('gemini-3.8-flash', 'x');
    answerAs('claude-opus-5-5', 'toolu_01');
    answerAs('gemini-3.8-flash');
    const first = await org.say({ text: 'Look' });
    expect(await org.replyTo(first.turnId)).toBe('gemini-3.8-flash');
    const started = (await org.events(first.turnId)).filter(({ type }) => type === 'tool.started');
    expect(started.map(({ payload }) => payload.callId)).toEqual(['c00010100', 'c00010200', 'c00010300']);
    answerAs('mistral', 'functions.look:0');
    answerAs('claude-opus-5-5');
    const second = await org.say({ text: 'Again', conversationId: first.conversationId });
    expect(await org.replyTo(second.turnId)).toBe('claude-opus-5-5');
  });

  it('completes a turn after one that was stored with the ids of a provider', async () => {
    answerAs('gpt-4.1', 'call_1');
    answerAs('gpt-4.1');
    const { conversationId } = await org.say({ text: 'Look' });
    await org.execute(
      `UPDATE turn_steps SET outcome = jsonb_set(outcome, '{callId}', '"functions.look:0"')
        WHERE org_id = $1 AND key LIKE 'tool:%'`,
    );
    for (const model of ['claude-opus-5-5', 'mistral', 'gemini-3.1-pro-preview']) {
      answerAs(model);
      const { turnId } = await org.say({ text: 'And?', conversationId });
      expect(await org.replyTo(turnId)).toBe(model);
    }
  });
});
