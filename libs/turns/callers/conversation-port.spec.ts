import type { ConversationResult, Tool } from '#pack-kit';
import { createEmbeddedTestDatabase } from '../../../test/harness/embedded-test-database.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { plainTool, testPack, useTurns } from '../testing/turns.fixture.ts';

describe('tool results in a conversation', () => {
  const told: ConversationResult[][] = [];
  const recall: Tool = {
    ...plainTool('recall'),
    execute: async (_, { conversation }) => {
      told.push((await conversation?.results({ tools: ['look'], most: 5 })) ?? []);
      return {};
    },
  };
  const pack = testPack('alpha', [plainTool('look'), plainTool('walk'), recall]);
  const turns = useTurns([pack], { create: createEmbeddedTestDatabase });
  const org = useOrg(turns);

  it('are found by tool name, newest first, including those of the turn itself', async () => {
    const call = (name: string, text: string) => () => ({
      text: '',
      toolCalls: [{ id: `${name}-${text}`, name, arguments: { text } }],
    });
    const say = async (conversationId: string | undefined, ...names: [string, string][]) => {
      const sent = await org.send(conversationId ? { conversationId } : { newConversation: true });
      turns.model.answer(...names.map(([name, text]) => call(name, text)), () => ({ text: 'Done.' }));
      await org.run(sent.turnId, true);
      turns.clock.advance(1_000);
      return sent.conversationId;
    };
    const id = await say(undefined, ['look', 'before'], ['walk', 'x']);
    await say(undefined, ['look', 'elsewhere']);
    await say(id, ['look', 'now'], ['recall', 'x']);
    expect(told).toEqual([
      [
        { tool: 'look', arguments: { text: 'now' }, data: { found: 'look' }, ofTurn: true },
        { tool: 'look', arguments: { text: 'before' }, data: { found: 'look' }, ofTurn: false },
      ],
    ]);
  });
});
