// What a caller on the phone gets: fewer rounds, tools that end sooner, and no model of a tier that thinks too long.
import type { ModelTasks } from '#models';
import { defineTask, type Pack, type Tool } from '#pack-kit';
import { z } from 'zod';
import { describeWith } from '../../../test/harness/services.ts';
import { OutsideCallers } from '../callers/outside-callers.ts';
import { spansDuring } from '../testing/recorded-spans.ts';
import { calls, dies, scriptedTasks } from '../testing/scripted-model.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { useTurns, plainTool, testPack } from '../testing/turns.fixture.ts';

/** Reads contracts: work of the premium tier. */
const review = defineTask({
  key: 'review',
  taskType: 'contract_review',
  instructions: 'Review.',
  input: z.object({}),
  output: z.object({ fine: z.boolean() }),
});
const reviewing: Tool = {
  ...plainTool('review_contract'),
  execute: async (_input, { tasks }) => ({ by: (await tasks.run('review', {})).generatedBy }),
};
const slow: Tool = {
  ...plainTool('wait_long'),
  execute: (_input, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    }),
};
const tools = [plainTool('look'), slow, reviewing];
const pack: Pack = { ...testPack('alpha', tools), tasks: [review] };
pack.agents = pack.agents.map((agent) => ({ ...agent, taskType: 'negotiation' }));

describeWith('postgres', 'the voice profile', () => {
  const turnpike = useTurns([pack]);
  const org = useOrg(turnpike);

  async function run(channel: string) {
    let sent = { turnId: '' };
    const spans = await spansDuring(async () => {
      sent = await org.say({ channel, newConversation: true });
    });
    const chosen = spans.find(({ name }) => name === 'route')?.attributes ?? {};
    const route = { tier: chosen['turnpike.route.tier'], heldTo: chosen['turnpike.route.held_to'] ?? null };
    return { ...sent, route };
  }
  const resultOf = async (turnId: string) => {
    const [call] = await org.query<{ result: { data?: { by?: string }; error?: string } }>(
      'SELECT result FROM tool_calls WHERE org_id = $1 AND turn_id = $2',
      [turnId],
    );
    return call?.result;
  };

  it.each([
    ['voice', undefined, 3],
    ['voice', '1', 1],
    ['chat', '1', 5],
  ])(
    'has on %s, with VOICE_MODEL_ROUNDS %s, %i rounds with tools and then an answer',
    async (channel, own, rounds) => {
      if (own !== undefined) await org.replace({ VOICE_MODEL_ROUNDS: own });
      turnpike.model.answer(...Array.from({ length: 8 }, () => calls('look')));
      await run(channel);
      expect(turnpike.model.requests.map((request) => request.tools.length > 0)).toEqual([
        ...Array.from({ length: rounds }, () => true),
        // Its answer is another call, so it is asked once more.
        false,
        false,
      ]);
    },
  );

  it('keeps the rounds of the earlier run if the limit is lower now', async () => {
    const sent = await org.send({ channel: 'voice', newConversation: true });
    turnpike.model.answer(calls('look'), calls('look'), dies);
    await org.run(sent.turnId);
    await org.transact((tx) => turnpike.orgs.changeSettings(tx, { VOICE_MODEL_ROUNDS: '1' }));
    turnpike.model.answer(() => ({ text: 'Found it.' }));
    await org.run(sent.turnId, true);
    expect(await org.replyTo(sent.turnId)).toBe('Found it.');
    expect(turnpike.model.requests.at(-1)?.tools).toEqual([]);
  });

  it('ends a tool call after VOICE_TOOL_TIMEOUT_MS', async () => {
    await org.replace({ VOICE_TOOL_TIMEOUT_MS: '150', TOOL_TIMEOUT_MS: '300' });
    const failures = [];
    for (const channel of ['voice', 'chat']) {
      turnpike.model.answer(calls('wait_long'), () => ({ text: 'It takes too long.' }));
      failures.push((await resultOf((await run(channel)).turnId))?.error);
    }
    expect(failures).toEqual([
      'wait_long did not answer within 0.15 s.',
      'wait_long did not answer within 0.3 s.',
    ]);
  });

  it('starts at the standard tier with tasks that are premium in chat, and records it', async () => {
    expect((await run('voice')).route).toEqual({ tier: 'standard', heldTo: 'standard' });
    expect((await run('chat')).route).toEqual({ tier: 'premium', heldTo: null });
    await org.replace({ VOICE_TIER: 'premium' });
    expect((await run('voice')).route).toEqual({ tier: 'premium', heldTo: null });
    await org.replace({ VOICE_TIER: 'flash' });
    expect((await run('voice')).route).toEqual({ tier: 'flash', heldTo: 'flash' });
    // With this setting, every task uses the standard tier.
    await org.setFlag('model_router', false);
    expect((await run('voice')).route).toEqual({ tier: 'standard', heldTo: null });
  });

  describe('of tasks that tools ask for', () => {
    let before: ModelTasks;
    beforeAll(() => {
      const { ports } = turnpike;
      before = ports.tasks;
      ports.tasks = scriptedTasks(Array<string>(8).fill('{"fine":true}'), ports.flags).tasks;
    });
    afterAll(() => {
      turnpike.ports.tasks = before;
    });
    const byChannel = { chat: 'gpt-6.1-sol', voice: 'gpt-5.4-mini' };

    it.each(['chat', 'voice'] as const)('holds in a turn on %s', async (channel) => {
      turnpike.model.answer(calls('review_contract'), () => ({ text: 'Reviewed.' }));
      const { turnId } = await run(channel);
      expect((await resultOf(turnId))?.data).toEqual({ by: byChannel[channel] });
    });

    it.each(['chat', 'voice'] as const)('holds for a caller from outside on %s', async (channel) => {
      const callers = new OutsideCallers(turnpike.ports as never);
      const { caller } = await callers.open(
        { org, keyId: null, user: null, voice: channel === 'voice', conversationId: null },
        new AbortController().signal,
      );
      expect(await caller.tasks.run('review', {})).toMatchObject({ generatedBy: byChannel[channel] });
    });
  });
});
