import type { EffectiveTool, ScopedTool } from '#tools';
import { fullSet } from './full-set.ts';

function scoped(name: string, tier: ScopedTool['tier'], deprecationDepth = 0): ScopedTool {
  return { registered: { tool: { name }, deprecationDepth } as EffectiveTool, tier };
}

const offeredOf = (usable: ScopedTool[]) =>
  fullSet({ usable, loading: 'broker', recentTools: [], toolSearch: true }).offered.map(
    ({ registered }) => registered.tool.name,
  );

describe('the full set', () => {
  it('begins with always tools, each part sorted by name', () => {
    expect(offeredOf([scoped('b', 'deferred'), scoped('a', 'deferred'), scoped('c', 'always')])).toEqual([
      'c',
      'a',
      'b',
    ]);
  });

  it('ends with deprecated tools, each behind its replacement', () => {
    const usable = [
      scoped('a_oldest', 'always', 2),
      scoped('b_old', 'deferred', 1),
      scoped('new', 'deferred'),
      scoped('other', 'always'),
    ];
    expect(offeredOf(usable)).toEqual(['other', 'new', 'b_old', 'a_oldest']);
  });
});

it('contains tool_search even if nothing is held back, to record tool gaps', () => {
  expect(offeredOf([scoped('tool_search', 'always'), scoped('rare', 'deferred')])).toEqual([
    'tool_search',
    'rare',
  ]);
});

describe('a pack that loads its deferred tools by search', () => {
  const usable = [scoped('always', 'always'), scoped('tool_search', 'always'), scoped('rare', 'deferred')];
  const select = (change: { toolSearch?: boolean; recentTools?: string[] } = {}) => {
    const { offered, reasons } = fullSet({
      usable,
      loading: 'search',
      recentTools: [],
      toolSearch: true,
      ...change,
    });
    return { offered: offered.map(({ registered }) => registered.tool.name), reasons };
  };

  it('is offered tool_search instead of them', () => {
    expect(select()).toEqual({
      offered: ['always', 'tool_search'],
      reasons: expect.objectContaining({ rare: 'not offered: loaded through tool_search' }),
    });
  });

  it('is offered all of them without tool_search if the flag is off', () => {
    expect(select({ toolSearch: false })).toEqual({
      offered: ['always', 'rare'],
      reasons: expect.objectContaining({ tool_search: 'not offered: the flag tool_search is off' }),
    });
  });

  it('is offered tool_search even if recent tools leave nothing to find', () => {
    expect(select({ recentTools: ['rare'] })).toEqual({
      offered: ['always', 'tool_search', 'rare'],
      reasons: expect.objectContaining({ tool_search: 'offered: tier always' }),
    });
  });
});
