import { platformTools } from '#tools';
import { ohm } from '../../../packs/ohm/index.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { useTurns } from '../testing/turns.fixture.ts';

const fileTools = platformTools.filter(({ name }) => ['read_file', 'write_file'].includes(name));
/** Agents of the pack have one drawer each; this one has them all. */
const pack = {
  ...ohm,
  agents: ohm.agents.map((agent) =>
    agent.name === 'conversational'
      ? {
          ...agent,
          tools: ['read_file', 'write_file', 'add_code_file', 'open_bom_drawer', 'open_wiring_drawer'],
        }
      : agent,
  ),
};

const ask = (name: string, given: Record<string, unknown> = {}, id = name) => ({
  id,
  name,
  arguments: given,
});

describeWith('postgres', 'drawers and writers of one reply', () => {
  const turns = useTurns([pack], { platform: fileTools });
  const org = useOrg(turns);

  async function run(...toolCalls: ReturnType<typeof ask>[]) {
    turns.model.answer(() => ({ toolCalls }));
    const sent = await org.say({ agent: 'conversational', newConversation: true });
    const told = turns.model.requests.at(-1)?.messages ?? [];
    const results = told.flatMap((message) =>
      message.role === 'tool'
        ? [JSON.parse(message.text) as { success: boolean; data: Record<string, unknown> }]
        : [],
    );
    return { ...sent, results };
  }

  it('open the first drawer that the model requests, and announce it once', async () => {
    const { turnId, results } = await run(ask('open_bom_drawer'), ask('open_wiring_drawer'));
    expect(results.map(({ data }) => [data['drawer'], data['opened']])).toEqual([
      ['bom', true],
      ['wiring', false],
    ]);
    const events = await org.events(turnId);
    expect(events.filter(({ type }) => type === 'drawer.opened').map(({ payload }) => payload)).toEqual([
      { drawer: 'bom', artifactTypes: ['bom'] },
    ]);
  });

  it('write in the order of the calls, so that none conflicts with another', async () => {
    const file = (filename: string) => ask('add_code_file', { filename, content: filename }, filename);
    const { results } = await run(
      file('a.cpp'),
      file('b.cpp'),
      ask('write_file', { artifact_type: 'code', file_path: 'a.cpp', content: 'again' }),
      file('c.cpp'),
    );
    expect(results.map(({ success, data }) => [success, data['version'], data['totalFiles']])).toEqual([
      [true, 1, 1],
      [true, 2, 2],
      [true, 3, 2],
      [true, 4, 3],
    ]);
  });

  it('refuse a message for an agent that works in the background', async () => {
    await expect(org.send({ agent: 'orchestrator', newConversation: true })).rejects.toMatchObject({
      code: 'UNKNOWN_AGENT',
    });
  });
});
