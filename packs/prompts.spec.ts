import { countTextTokens } from '#models';
import { platformTools, ToolRegistry } from '#tools';
import { MAX_TOKENS_OF_FACTS } from '#memory';
import { searchProperties } from './estio/tools/search-properties.tool.ts';
import type { Pack } from '#pack-kit';
import { packs } from './index.ts';

const MAX_TOKENS = 900;

const registry = new ToolRegistry(packs, platformTools);
const known = new Set([
  ...registry.tools.map(({ tool }) => tool.name),
  ...packs.flatMap((pack) => Object.keys(serverTools(pack))),
]);
/** Metadata of the tools of a pack's own servers, which join the registry when a server answers. */
function serverTools({ mcpServers = [] }: Pack) {
  return Object.assign({}, ...mcpServers.map(({ tools }) => tools)) as Record<string, { tier?: string }>;
}
/** Words with underscores in prompts that name no tool. */
const OTHERS = new Set(['catalogue_sample', 'file_path']);
const agents = packs.flatMap((pack) =>
  pack.agents.map((agent) => [`${pack.name}/${agent.name}`, pack, agent] as const),
);

it.each(agents)(
  'the prompt of %s is short, also with the facts of an org',
  async (_, __, { prompt, voice }) => {
    const tokens = await countTextTokens([prompt, voice?.prompt ?? []].flat().join('\n\n'));
    expect(tokens).toBeLessThanOrEqual(MAX_TOKENS - MAX_TOKENS_OF_FACTS);
  },
);

it.each(agents)(
  '%s has every tool that its prompt names, and is always offered the first ones',
  (_, pack, agent) => {
    const tools = new Map<string, string>(
      registry
        .agent(pack.name, agent.name)
        ?.tools.map(({ registered, tier, only }) => [registered.tool.name, only ? 'voice' : tier]),
    );
    for (const [name, { tier = 'deferred' }] of Object.entries(serverTools(pack))) tools.set(name, tier);
    const named: string[] = agent.prompt.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
    expect(named.filter((name) => !known.has(name) && !OTHERS.has(name))).toEqual([]);
    expect(named.filter((name) => known.has(name) && !tools.has(name))).toEqual([]);
    for (const name of agent.first ?? []) {
      expect({ name, isNamed: named.includes(name) }).toEqual({ name, isNamed: true });
      expect({ name, tier: tools.get(name) }).toEqual({
        name,
        tier: expect.stringMatching(/^(?:always|critical|universal)$/),
      });
    }
    // Deferred tools are reached through the search, so an agent that is told of one has it.
    const deferred = named.filter((name) => tools.get(name) === 'deferred');
    if (deferred.length > 0)
      expect({ deferred, search: tools.get('tool_search') }).toEqual({ deferred, search: 'always' });
  },
);

it('the model sees what a searcher is told to name of a property', () => {
  const item = { id: 'prop-0001', title: 'Villa', reference: 'CY-PA-0001', price: 1, items: [] };
  const view = searchProperties.modelView?.({ items: [item], priceBasis: 'total' } as never);
  expect(view).toMatchObject({ items: [{ id: 'prop-0001', title: 'Villa', price: 1 }] });
});

it.each(packs.filter(({ agentChoice }) => agentChoice))(
  'the choice of an agent in $name sees the last reply and answers with one of its agents',
  ({ tasks = [], agentChoice, agents: own }) => {
    const task = tasks.find(({ key }) => key === agentChoice)!;
    const input = {
      text: 'yes',
      language: 'en',
      caller: 'staff',
      lastAgent: 'x',
      lastReply: 'Shall I book?',
    };
    expect(task.input.parse(input)).toEqual(input);
    for (const { name, background } of own)
      expect({ name, fits: task.output.safeParse({ agent: name }).success }).toEqual({
        name,
        fits: !background,
      });
    expect(task.output.safeParse({ agent: 'nobody' }).success).toBe(false);
  },
);
