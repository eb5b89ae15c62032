import type { ToolIndex } from '#broker';
import type { EffectiveTool } from '#tools';
import { OfferedTools } from './offered-tools.ts';

function tool(name: string, replacedBy?: string): EffectiveTool {
  const deprecated = replacedBy ? { replacedBy, reason: 'r' } : undefined;
  return { tool: { name, description: 'd', deprecated }, parameters: {} } as unknown as EffectiveTool;
}

/** Finds the tools in the order in which they are given. */
const inOrder: ToolIndex = {
  search: async (tools) => tools.map((registered, index) => ({ registered, score: 1 - index / 10 })),
};

async function found(...tools: EffectiveTool[]): Promise<string[]> {
  const usable = tools.map((registered) => ({ registered, tier: 'deferred' as const }));
  const offered = new OfferedTools(
    {
      orgId: 'org',
      scope: { usable, excluded: [] },
      caller: { caller: { kind: 'contact' } },
      offered: [],
      settings: { get: () => undefined },
    },
    inOrder,
  );
  return (await offered.search('anything', 10)).tools.map(({ name }) => name);
}

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
