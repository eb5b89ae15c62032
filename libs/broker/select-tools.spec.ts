import type { EffectiveTool, ScopedTool } from '#tools';
import { selectTools } from './select-tools.ts';

function scoped(name: string, tier: ScopedTool['tier'], deprecationDepth = 0): ScopedTool {
  return { registered: { tool: { name }, deprecationDepth } as EffectiveTool, tier };
}

const offeredOf = (usable: ScopedTool[]) =>
  selectTools({
    scope: { usable, excluded: [] },
    mode: 'off',
    loading: 'broker',
    recentTools: [],
    intents: [],
    toolSearch: true,
  }).offered.map(({ registered }) => registered.tool.name);

describe('the full set', () => {
  it('begins with the tools that are always there, each part by name', () => {
    expect(offeredOf([scoped('b', 'deferred'), scoped('a', 'deferred'), scoped('c', 'always')])).toEqual([
      'c',
      'a',
      'b',
    ]);
  });

  it('ends with deprecated tools, each behind the one that replaces it', () => {
    const usable = [
      scoped('a_oldest', 'always', 2),
      scoped('b_old', 'deferred', 1),
      scoped('new', 'deferred'),
      scoped('other', 'always'),
    ];
    expect(offeredOf(usable)).toEqual(['other', 'new', 'b_old', 'a_oldest']);
  });
});
