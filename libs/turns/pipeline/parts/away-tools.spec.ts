import { randomUUID } from 'node:crypto';
import { everyTool, scopeTools, ToolRegistry, type McpServerSpec, type Tool, type ToolCaller } from '#tools';
import { fakePack, fakeTool } from '../../../tools/testing/fake-tools.ts';
import { awayTools } from './away-tools.ts';

const orgId = randomUUID();
const gone = { away: () => 'the MCP server maps is away (gone)' };

function awayOf(tools: Tool[], mcpServers: McpServerSpec[] = [], told: Tool[] = []) {
  const pack = fakePack(tools, { mcpServers });
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
    fakeTool({ name: 'here' }),
    fakeTool({ name: 'away', ...gone }),
    fakeTool({ name: 'not_for_contacts', role: 'staff', ...gone }),
  ]);
  expect(away?.map(({ name }) => name)).toEqual(['away']);
  expect(away?.[0]?.parameters).toMatchObject({ properties: { text: { type: 'string' } } });
  expect(toolsUnknown).toBeUndefined();
});

it('says whether a server for the agent has not told its tools yet', () => {
  const address = { command: '/nowhere/at-all' };
  const maps: McpServerSpec = { name: 'maps', address };
  expect(awayOf([fakeTool()], [maps])).toEqual({ toolsUnknown: true });
  expect(awayOf([fakeTool()], [maps], [fakeTool({ name: 'look' })])).toEqual({});
  expect(awayOf([fakeTool()], [{ ...maps, agents: ['somebody_else'] }])).toEqual({});
});
