import path from 'node:path';
import { platformTools, ToolRegistry } from '#tools';
import { definePack, type McpServerSpec } from '#pack-kit';
import { loadPackServerTools } from './load-pack-server-tools.ts';

const SERVER = path.resolve('libs/mcp/testing/tools-server.mjs');
const queried: McpServerSpec = {
  name: 'queried',
  address: { command: process.execPath, args: [SERVER] },
  overlay: { category: 'laid over' },
};
const listed: McpServerSpec = {
  name: 'listed',
  address: { command: '/nowhere/at-all' },
  lists: [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }],
};
const agent = { name: 'helper', description: 'Helps.', prompt: 'Help.', taskType: 'simple_chat', tools: [] };
const registryWith = (...mcpServers: McpServerSpec[]) =>
  new ToolRegistry(
    [definePack({ name: 'pack', title: 'Pack', loading: 'broker', agents: [agent], tools: [], mcpServers })],
    [],
  );

it('takes the tools from the list of the pack, else from the server, with the overlay', async () => {
  const registry = registryWith(queried, listed);
  expect(await loadPackServerTools(registry, () => ({}))).toEqual([]);
  const [tool] = registry.toolsOfServer('pack/queried');
  expect(tool).toMatchObject({ source: 'mcp', pack: 'pack', tool: { category: 'laid over' } });
  expect(tool?.tool.away?.()).toBeUndefined();
  expect(registry.toolsOfServer('pack/listed').map((each) => each.tool.name)).toEqual(['look']);
});

it('returns servers that did not answer, and skips servers with known tools', async () => {
  const { lists: _, ...silent } = listed;
  const registry = registryWith(silent);
  expect(await loadPackServerTools(registry, () => ({}))).toEqual([
    { server: 'pack/listed', error: expect.stringContaining('/nowhere/at-all') as string },
  ]);
  const known = registryWith(silent);
  const server = { key: 'pack/listed', name: 'listed', orgId: null, pack: 'pack' };
  known.setServerTools(server, platformTools.slice(0, 1));
  expect(await loadPackServerTools(known, () => ({}))).toEqual([]);
});
