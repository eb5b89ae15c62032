import { z } from 'zod';
import { type Pack, type Tool, type ToolTier, RegistryError } from '#pack-kit';
import { PLATFORM_PACK } from './registered-tool.ts';
import { ToolRegistry } from './registry.ts';
import { fakePack, fakeTool } from './testing/fake-tools.ts';

function problemsOf(packs: Pack[], platform: Tool[] = []): string[] {
  try {
    new ToolRegistry(packs, platform);
  } catch (error) {
    if (error instanceof RegistryError) return error.problems;
    throw error;
  }
  return [];
}

describe('the registry', () => {
  const texts = { description: 'd', prompt: 'p', taskType: 't' };
  const agent = (name: string, tools: string[] = []) => ({ ...texts, name, tools });
  const schemas = { input: z.object({}), output: z.object({}) };
  const choice = { key: 'choose', taskType: 't', instructions: 'i', ...schemas };

  /** The packs of one tool, and of one pack. */
  const tool = (over: Partial<Tool>) => [fakePack([fakeTool(over)])];
  const pack = (over: Partial<Pack>) => [fakePack([], over)];

  it.each<[string, Pack[]]>([
    ['two tools are named echo', [fakePack([fakeTool(), fakeTool()])]],
    ['two tools are named echo', [fakePack([fakeTool()]), fakePack([fakeTool()], { name: 'other' })]],
    ['two packs are named test', [fakePack([]), fakePack([])]],
    [
      'pack test: drawer plans shows the unknown kind of artifact plan',
      pack({ drawers: [{ name: 'plans', title: 'Plans', kinds: ['plan', 'conversation_summary'] }] }),
    ],
    [
      'pack test: two drawers are named plans',
      pack({ drawers: [1, 2].map(() => ({ name: 'plans', title: 'Plans', kinds: [] })) }),
    ],
    [
      "pack test: the task type negotiation is the platform's; choose another name",
      pack({ taskTiers: { negotiation: 'flash' } }),
    ],
    [
      'pack test: the task type drawing has another tier in pack other',
      [
        ...pack({ taskTiers: { drawing: 'flash' } }),
        ...pack({ name: 'other', taskTiers: { drawing: 'premium' } }),
      ],
    ],
    [
      'pack test: the task type CAD-review is not snake_case',
      pack({ taskTiers: { 'CAD-review': 'premium' } }),
    ],
    ['tool sayAgain: the name is not snake_case', tool({ name: 'sayAgain' })],
    [
      `tool ${'a'.repeat(65)}: the name is longer than the 64 that providers take`,
      tool({ name: 'a'.repeat(65) }),
    ],
    [
      'tool echo: providers do not take a parameter named "first name"',
      tool({ input: z.object({ 'first name': z.string() }) as never }),
    ],
    ['tool echo: it has no example utterance', tool({ examples: [] })],
    ['tool echo: whenToUse says nothing', tool({ whenToUse: [] })],
    ['tool echo: it has no description', tool({ description: ' ' })],
    ['tool echo: it is allowed on no channel', tool({ channels: [] })],
    [
      'tool echo: replacedBy names the unknown tool gone',
      tool({ deprecated: { replacedBy: 'gone', reason: 'r' } }),
    ],
    [
      'tool echo: its replacements lead back to it: echo → other → echo',
      [
        fakePack([
          fakeTool({ deprecated: { replacedBy: 'other', reason: 'r' } }),
          fakeTool({ name: 'other', deprecated: { replacedBy: 'echo', reason: 'r' } }),
        ]),
      ],
    ],
    [
      'tool echo: its replacements lead back to it: echo → echo',
      tool({ deprecated: { replacedBy: 'echo', reason: 'r' } }),
    ],
    ['tool export: the name is an address of the console', tool({ name: 'export' })],
    ['tool echo: tier critical needs a trigger', tool({ tier: 'critical' })],
    ['tool echo: it has no example utterance', tool({ examples: [' '] })],
    [
      'tool echo: a tool with side effects cannot be cached',
      tool({ cacheable: { ttlSeconds: 1 }, sideEffect: 'write' }),
    ],
    ['tool echo: its input has no JSON Schema: ', tool({ input: z.object({ when: z.date() }) })],
    ['agent test/a names the unknown tool gone', pack({ agents: [agent('a', ['gone'])] })],
    ['pack test: it has no agent', pack({ agents: [] })],
    [
      'pack test: two agents are named a',
      pack({ agents: [agent('a'), agent('a')], agentChoice: 'choose', tasks: [choice] }),
    ],
    [
      'pack test: with several agents, agentChoice must name one of its tasks',
      pack({ agents: [agent('a'), agent('b')] }),
    ],
    ['pack test: fallbackAgent names the unknown agent gone', pack({ fallbackAgent: 'gone' })],
    [
      'pack test: platformTools names the unknown tool gone',
      pack({ platformTools: { gone: { tier: 'always' } } }),
    ],
  ])('says: %s', (problem, packs) => {
    const problems = problemsOf(packs);
    expect(problems.some((found) => found.startsWith(problem))).toBe(true);
    expect(problems).toHaveLength(1);
  });

  describe('of the tier that a pack gives a platform tool', () => {
    const universal = (name: string) => fakeTool({ name, tier: 'universal' });
    const platform = [universal('tool_search'), universal('look'), fakeTool({ name: 'note' })];
    const tiered = (tool: string, tier: ToolTier) =>
      problemsOf([fakePack([fakeTool()], { platformTools: { [tool]: { tier } } })], platform);

    it.each<[string, ToolTier, string]>([
      [
        'tool_search',
        'deferred',
        'pack test: platformTools makes tool_search deferred, but it is what finds the deferred tools: none of them could be reached',
      ],
      [
        'look',
        'critical',
        'pack test: platformTools makes look critical, but its file has no trigger that says when it must be offered',
      ],
      [
        'note',
        'universal',
        'pack test: platformTools makes note universal, but which agents have a tool is decided in its file',
      ],
      [
        'echo',
        'always',
        'pack test: platformTools names echo, which is a tool of a pack: its tier stands in its own file',
      ],
    ])('refuses %s as %s', (tool, tier, problem) => expect(tiered(tool, tier)).toEqual([problem]));

    it.each<[string, ToolTier]>([
      ['tool_search', 'always'],
      ['tool_search', 'universal'],
      ['look', 'deferred'],
      ['note', 'always'],
    ])('takes %s as %s', (tool, tier) => expect(tiered(tool, tier)).toEqual([]));
  });

  it('names every problem at once', () => {
    const error = new RegistryError(
      problemsOf([fakePack([fakeTool({ examples: [], description: '' })], { agents: [] })]),
    );
    expect(error.problems).toHaveLength(3);
    expect(error.message).toContain('it has no agent');
  });

  it('gives each agent that has tools the universal ones that its pack does not leave out, in the tier of the pack', () => {
    const universal = ['look', 'note'].map((name) => fakeTool({ name, tier: 'universal' }));
    const registry = new ToolRegistry(
      [
        fakePack([fakeTool()], {
          agents: [agent('with', ['echo']), agent('without')],
          agentChoice: 'choose',
          tasks: [choice],
          excludeUniversal: ['note'],
          platformTools: { look: { tier: 'always' } },
        }),
      ],
      universal,
    );
    const toolsOf = (name: string) =>
      registry.agent('test', name)?.tools.map(({ registered: { tool }, tier }) => [tool.name, tier]);
    expect(toolsOf('with')).toEqual([
      ['echo', 'deferred'],
      ['look', 'always'],
    ]);
    expect(toolsOf('without')).toEqual([]);
    expect(registry.tool('look')?.pack).toBe(PLATFORM_PACK);
    expect(registry.packsWithAgent('with', ['test', 'gone'])).toEqual(['test']);
    expect(registry.task('test', 'choose')?.key).toBe('choose');
    expect(registry.agent('test', 'nobody')).toBeUndefined();
  });

  it('changes the hash of a definition with its description and schema, and with nothing else', () => {
    const hashOf = (tool: Tool) => new ToolRegistry([fakePack([tool])], []).tool('echo')?.definitionHash;
    const hash = hashOf(fakeTool());
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOf(fakeTool({ examples: ['another'] }))).toBe(hash);
    expect(hashOf(fakeTool({ description: 'Another.' }))).not.toBe(hash);
    expect(hashOf(fakeTool({ input: z.object({ other: z.string() }) }))).not.toBe(hash);
  });

  it('gives tools of servers names that nobody else has, whichever comes first', () => {
    const registry = new ToolRegistry([fakePack([fakeTool()])], []);
    const namesOf = (tools: { tool: Tool }[]) => tools.map(({ tool }) => tool.name);
    const given = (name: string, orgId: string | null, tools: Tool[]) =>
      namesOf(registry.setServerTools({ key: `${orgId}/${name}`, name, orgId, pack: null }, tools));
    const told = ['search', 'echo', 'maps_search'].map((name) => fakeTool({ name }));
    const names = (text: string) => text.split(' ');
    expect(given('maps', 'a', told)).toEqual(names('search maps_echo maps_search'));
    // Another server of the org, a server of another org, and a server for all orgs.
    expect(given('web', 'a', told)).toEqual(names('web_search web_echo web_maps_search'));
    expect(given('web', 'b', told.slice(0, 1))).toEqual(['search']);
    expect(given('maps', null, told)).toEqual(names('maps_search_2 maps_echo_2 maps_maps_search'));
    const all = namesOf(registry.toolsOf('a'));
    expect(new Set(all).size).toBe(all.length);
    // Cutting a name that is too long does not cause a collision.
    const long = ['x', 'y'].map((end) => fakeTool({ name: `${'n'.repeat(64)}${end}` }));
    expect(new Set(given('long', 'a', long)).size).toBe(2);
  });
});
