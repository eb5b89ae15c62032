import type { ToolIndex } from '#broker';
import type { EffectiveTool } from '#tools';
import type { RecordedToolCall } from '../recorded-calls.ts';
import { OfferedTools } from './offered-tools.ts';

function tool(name: string, replacedBy?: string): EffectiveTool {
  const deprecated = replacedBy ? { replacedBy, reason: 'r' } : undefined;
  return { tool: { name, description: 'd', deprecated }, parameters: {} } as unknown as EffectiveTool;
}

/** Finds the tools in the order in which they are given. */
const inOrder: ToolIndex = {
  search: async (tools) => tools.map((registered, index) => ({ registered, score: 1 - index / 10 })),
};

function offeredFrom(tools: EffectiveTool[], offered: EffectiveTool[] = []): OfferedTools {
  const usable = tools.map((registered) => ({ registered, tier: 'deferred' as const }));
  return new OfferedTools(
    {
      orgId: 'org',
      scope: { usable, excluded: [] },
      caller: { caller: { kind: 'contact' } },
      offered: offered.map(({ tool: { name, description } }) => ({ name, description, parameters: {} })),
      settings: { get: () => undefined },
    },
    inOrder,
  );
}

const found = async (...tools: EffectiveTool[]) =>
  (await offeredFrom(tools).search('anything', 10)).tools.map(({ name }) => name);

it('offers no more tools than providers accept, and finds the others by a search', async () => {
  const usable = Array.from({ length: 130 }, (_, at) => tool(`tool_${at}`));
  const tools = offeredFrom(usable, usable);
  expect(tools.tools).toHaveLength(127);
  const calls = [{ found: ['tool_129'] }] as unknown as RecordedToolCall[];
  expect((await tools.search('anything', 10)).hidden).toEqual(['tool_127', 'tool_128', 'tool_129']);
  tools.offerFound(calls);
  expect(tools.tools.map(({ name }) => name)).toEqual([
    ...usable.slice(0, 126).map(({ tool: { name } }) => name),
    'tool_129',
  ]);
});

describe('the results of tool_search', () => {
  it('list a deprecated tool after its replacement, and keep the order of the others', async () => {
    expect(await found(tool('old', 'new'), tool('other'), tool('new'), tool('last'))).toEqual([
      'other',
      'new',
      'old',
      'last',
    ]);
    expect(await found(tool('oldest', 'old'), tool('old', 'new'), tool('new'))).toEqual([
      'new',
      'old',
      'oldest',
    ]);
    expect(await found(tool('old', 'not_found'), tool('new'))).toEqual(['old', 'new']);
  });
});
