import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { everyTool, scopeTools, ToolRegistry, type ToolCaller } from '#tools';
import { defineTool, type McpServerSpec, type Pack, type Tool, type ToolSpec } from '#pack-kit';
import { awayTools } from './away-tools.ts';

const orgId = randomUUID();
const input = z.object({ text: z.string().optional() });

function toolNamed(name: string, over: Partial<ToolSpec<typeof input>> = {}): Tool {
  return defineTool({
    name,
    description: 'Looks something up.',
    category: 'test',
    input,
    whenToUse: ['Something is to be looked up.'],
    examples: ['Look it up'],
    tier: 'deferred',
    channels: ['chat', 'voice'],
    role: 'any',
    sideEffect: 'none',
    intents: [],
    execute: async () => undefined,
    ...over,
  });
}

const gone = { away: () => 'the MCP server maps is away (gone)' };

function awayOf(tools: Tool[], mcpServers: McpServerSpec[] = [], told: Tool[] = []) {
  const agent = { name: 'helper', description: 'Helps.', prompt: 'Help.', taskType: 'draft_reply' };
  const agents = [{ ...agent, tools: tools.map(({ name }) => name) }];
  const pack: Pack = { name: 'test', title: 'Test', loading: 'broker', agents, tools, mcpServers };
  const registry = new ToolRegistry([pack], []);
  for (const { name, agents } of mcpServers)
    registry.setServerTools({ key: `test/${name}`, name, orgId: null, pack: 'test', agents }, told);
  const scope = scopeTools({
    registry: registry.effective(orgId),
    agent: { pack: 'test', name: 'helper' },
    orgPacks: ['test'],
    disabledTools: new Set(),
    channel: 'chat',
    caller: 'contact',
    conversation: everyTool,
  });
  const caller = { org: { id: orgId, slug: 'test' }, caller: { kind: 'contact' }, scope };
  return awayTools(registry, { pack, agent: 'helper' }, caller as unknown as ToolCaller);
}

it('names the tools that are out of the offered set for their server alone', () => {
  const { away, toolsUnknown } = awayOf([
    toolNamed('here'),
    toolNamed('away', gone),
    toolNamed('not_for_contacts', { role: 'staff', ...gone }),
  ]);
  expect(away?.map(({ name }) => name)).toEqual(['away']);
  expect(away?.[0]?.parameters).toMatchObject({ properties: { text: { type: 'string' } } });
  expect(toolsUnknown).toBeUndefined();
});

it('says whether a server for the agent has not told its tools yet', () => {
  const address = { command: '/nowhere/at-all' };
  const maps: McpServerSpec = { name: 'maps', address };
  expect(awayOf([toolNamed('here')], [maps])).toEqual({ toolsUnknown: true });
  expect(awayOf([toolNamed('here')], [maps], [toolNamed('look')])).toEqual({});
  expect(awayOf([toolNamed('here')], [{ ...maps, agents: ['somebody_else'] }])).toEqual({});
});
