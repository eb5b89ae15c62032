import type { PolicyStanding, ReplyPolicy } from '#pack-kit';
import { describeWith } from '../../../test/harness/services.ts';
import { calls, dies } from '../testing/scripted-model.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { plainTool, testPack, useTurns } from '../testing/turns.fixture.ts';

let standing: PolicyStanding = 'applied';
const seen: unknown[] = [];

/** Nobody says "secret". */
const discretion: ReplyPolicy = {
  name: 'discretion',
  agents: ['helper'],
  standing: (situation) => {
    seen.push(situation);
    return standing;
  },
  problem: (reply) => (reply.includes('secret') ? 'it tells a secret' : undefined),
  rewrite: 'Say it without.',
  safeReply: () => 'I cannot say.',
};

describeWith('postgres', 'the policy step', () => {
  const samples = { ...plainTool('look_at_samples'), execute: async () => ({ flats: 42, sample: true }) };
  const pack = testPack('alpha', [plainTool('look'), samples], ['helper', 'free']);
  const turnpike = useTurns([{ ...pack, policies: [discretion] }]);
  const org = useOrg(turnpike);

  beforeAll(() => {
    // Only a model over the network can rewrite a reply.
    turnpike.ports.router.route = ((route) => (request: never) => ({
      ...route.call(turnpike.ports.router, request),
      provider: 'openai' as const,
    }))(turnpike.ports.router.route);
    turnpike.ports.calls.generate = (
      (generate) =>
      (route: never, ...rest: [never, never]) =>
        generate.call(turnpike.ports.calls, { ...(route as object), provider: 'offline' } as never, ...rest)
    )(turnpike.ports.calls.generate);
  });
  beforeEach(() => {
    standing = 'applied';
    seen.length = 0;
  });

  async function run(agent = 'helper') {
    const { turnId } = await org.send({ agent, stream: true });
    const { events, ended } = org.read(turnId);
    expect(await org.run(turnId, true)).toEqual({ kind: 'done' });
    await ended;
    const deltas = events.filter(({ type }) => type === 'text.delta').map(({ payload }) => payload.text);
    const reply = await org.replyTo(turnId);
    return { reply, deltas, turnId, types: events.map(({ type }) => type) };
  }

  it('sends a valid reply only after the check', async () => {
    turnpike.model.answer(calls('look'), () => ({ text: 'All is well.' }));
    const { reply, deltas, types } = await run();
    expect(reply).toBe('All is well.');
    expect(deltas).toEqual(['All is well.']);
    expect(types.indexOf('text.delta')).toBeGreaterThan(types.lastIndexOf('tool.finished'));
    expect(seen).toMatchObject([
      { agent: 'helper', text: 'Hello', calls: [{ tool: 'look', success: true }] },
    ]);
  });

  it('requests one rewrite of a reply that breaks the policy, with the reason', async () => {
    turnpike.model.answer(
      () => ({ text: 'The secret is 42.' }),
      () => ({ text: 'It is a number.' }),
    );
    const { reply, deltas } = await run();
    expect(reply).toBe('It is a number.');
    expect(deltas).toEqual(['It is a number.']);
    const last = turnpike.model.requests.at(-1);
    expect(last?.tools).toEqual([]);
    expect(last?.messages.at(-1)?.text).toContain('it tells a secret. Say it without.');
  });

  it('sends the safe reply if the rewrite also breaks the policy', async () => {
    turnpike.model.answer(
      () => ({ text: 'secret' }),
      () => ({ text: 'still secret' }),
    );
    expect(await run()).toMatchObject({ reply: 'I cannot say.', deltas: ['I cannot say.'] });
    expect(turnpike.model.requests).toHaveLength(2);
  });

  it.each(['exception', 'not_triggered'] as const)(
    'lets everything pass where its standing is %s',
    async (as) => {
      standing = as;
      turnpike.model.answer(() => ({ text: 'The secret is 42.' }));
      expect(await run()).toMatchObject({ reply: 'The secret is 42.' });
    },
  );

  it.each([
    ['free', 'There are 42 flats.', 'There are 42 flats.\nThis is sample data.'],
    ['helper', 'There are 42 flats.', 'There are 42 flats.\nThis is sample data.'],
    ['free', 'There are 42 flats in the sample.', 'There are 42 flats in the sample.'],
    ['free', 'There is a villa in Coral Bay.', 'There is a villa in Coral Bay.\nThis is sample data.'],
    [
      'free',
      'A villa in Coral Bay. Shall I book?',
      'A villa in Coral Bay. Shall I book?\nThis is sample data.',
    ],
    ['free', 'Which district do you mean?', 'Which district do you mean?'],
    [
      'free',
      'I found nothing there. Shall I look elsewhere?',
      'I found nothing there. Shall I look elsewhere?',
    ],
  ])('says that what rests on samples is sample data (%s: %s)', async (agent, said, sent) => {
    turnpike.model.answer(calls('look_at_samples'), () => ({ text: said }));
    const { reply, deltas } = await run(agent);
    expect(reply).toBe(sent);
    expect(deltas.join('')).toBe(sent);
  });

  it('adds no sample label if no sample rows were used', async () => {
    turnpike.model.answer(calls('look'), () => ({ text: 'There are 42 flats.' }));
    expect(await run('free')).toMatchObject({ reply: 'There are 42 flats.' });
  });

  it('does not affect other agents, whose text is streamed', async () => {
    turnpike.model.answer(() => ({ text: 'The secret is 42.' }));
    expect(await run('free')).toMatchObject({ reply: 'The secret is 42.' });
    expect(seen).toEqual([]);
  });

  it('pays for no answer twice if the turn runs again', async () => {
    const { turnId } = await org.send({ agent: 'helper' });
    turnpike.model.answer(
      () => ({ text: 'secret' }),
      dies,
      () => ({ text: 'fine' }),
    );
    await org.run(turnId);
    await org.run(turnId, true);
    expect(await org.replyTo(turnId)).toBe('fine');
  });
});
