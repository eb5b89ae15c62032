import type { CallerKind } from '#contracts';
import { emptySnapshot, type OverrideSnapshot } from './overrides/override-snapshot.ts';
import { ToolRegistry } from './registry.ts';
import { explainScope, scopeLayers, scopeTools, type ScopeRequest } from './scoping.ts';
import { fakePack, fakeTool } from './testing/fake-tools.ts';
import type { Tool, ToolRole } from '#pack-kit';

const ORG = '01890000-0000-7000-8000-000000000001';

interface Setting {
  tool?: Tool;
  tools?: Tool[];
  laid?: Partial<OverrideSnapshot>;
}

function requestOf(over: Partial<ScopeRequest> = {}, { tool = fakeTool(), tools, laid }: Setting = {}) {
  const listed = tools ?? [tool];
  const pack = fakePack(listed);
  const unlisted = fakeTool({ name: 'unlisted' });
  const registry = new ToolRegistry([{ ...pack, tools: [...listed, unlisted] }], []);
  registry.applyOverrides({ ...emptySnapshot, ...laid });
  return {
    registry: registry.effective(ORG),
    agent: { pack: 'test', name: 'helper' },
    orgPacks: ['test'],
    disabledTools: new Set<string>(),
    channel: 'chat' as const,
    caller: 'contact' as CallerKind,
    conversation: { allowed: null, denied: [] },
    ...over,
  };
}

const off = new Map([['echo', { version: 1, override: { enabled: false } }]]);
const UNLISTED = { tool: 'unlisted', layer: 'agent', reason: 'the agent test/helper does not have it' };

describe('scoping', () => {
  it('permits a tool that passes every layer', () => {
    expect(scopeTools(requestOf())).toMatchObject({
      usable: [{ tier: 'deferred', registered: { tool: { name: 'echo' } } }],
      excluded: [UNLISTED],
    });
  });

  it.each<[string, string, Partial<ScopeRequest>, Setting]>([
    ['platform', 'the platform has switched it off', {}, { laid: { platform: off } }],
    [
      'platform',
      'its definition has changed and waits for an admin’s approval',
      {},
      { tool: fakeTool({ source: 'mcp' }) },
    ],
    ['org_pack', 'the org does not have the pack test', { orgPacks: ['other'] }, {}],
    ['org_enabled', 'the org has switched it off', {}, { laid: { orgs: new Map([[ORG, off]]) } }],
    ['org_enabled', 'the org’s setting TOOLS_DISABLED names it', { disabledTools: new Set(['echo']) }, {}],
    ['agent', 'the agent test/nobody does not have it', { agent: { pack: 'test', name: 'nobody' } }, {}],
    [
      'channel',
      'it is not allowed on voice',
      { channel: 'voice' },
      { tool: fakeTool({ channels: ['chat'] }) },
    ],
    ['role', 'it needs the role staff, the caller is contact', {}, { tool: fakeTool({ role: 'staff' }) }],
    [
      'conversation',
      'the conversation’s own list denies it',
      { conversation: { allowed: ['echo'], denied: ['echo'] } },
      {},
    ],
    [
      'conversation',
      'the conversation’s own list does not allow it',
      { conversation: { allowed: [], denied: [] } },
      {},
    ],
  ])('says that the layer %s keeps a tool out: %s', (layer, reason, over, setting) => {
    const request = requestOf(over, setting);
    const { usable, excluded } = scopeTools(request);
    expect(usable).toEqual([]);
    expect(excluded.find(({ tool }) => tool === 'echo')).toEqual({ tool: 'echo', layer, reason });
    expect(explainScope(request, 'echo')?.filter(({ passes }) => !passes)).toEqual([
      { layer, passes: false, reason },
    ]);
  });

  it('names the first layer that refuses, and explains all of them', () => {
    const tool = fakeTool({ role: 'admin', channels: ['voice'] });
    const request = requestOf({ orgPacks: [], disabledTools: new Set(['echo']) }, { tool });
    expect(scopeTools(request).excluded[0]).toMatchObject({ tool: 'echo', layer: 'org_pack' });
    const outcomes = explainScope(request, 'echo') ?? [];
    expect(outcomes.map(({ layer }) => layer)).toEqual(scopeLayers);
    const refusing = outcomes.filter(({ passes }) => !passes).map(({ layer }) => layer);
    expect(refusing).toEqual(['org_pack', 'org_enabled', 'channel', 'role']);
    expect(explainScope(request, 'nothing')).toBeUndefined();
  });

  it.each<[ToolRole, CallerKind, boolean]>([
    ['any', 'contact', true],
    ['any', 'staff', true],
    ['any', 'admin', true],
    ['staff', 'contact', false],
    ['staff', 'staff', true],
    ['staff', 'admin', true],
    ['admin', 'contact', false],
    ['admin', 'staff', false],
    ['admin', 'admin', true],
  ])('a tool of role %s for a caller who is %s: %s', (role, caller, may) => {
    expect(scopeTools(requestOf({ caller }, { tool: fakeTool({ role }) })).usable).toHaveLength(may ? 1 : 0);
  });

  it('keeps the order of the agent, and applies the tier of an override', () => {
    const tools = [fakeTool({ name: 'second' }), fakeTool({ name: 'first' })];
    const platform = new Map([['first', { version: 1, override: { tier: 'always' as const } }]]);
    const { usable } = scopeTools(requestOf({}, { tools, laid: { platform } }));
    expect(usable.map(({ registered, tier }) => [registered.tool.name, tier])).toEqual([
      ['second', 'deferred'],
      ['first', 'always'],
    ]);
  });
});
