import type { CallerKind } from '#contracts';
import { ToolRegistry } from './registry.ts';
import { scopeTools, type ScopeRequest } from './scoping.ts';
import { fakePack, fakeTool } from './testing/fake-tools.ts';
import type { ToolRole } from './tool.ts';

function scope(over: Partial<ScopeRequest> = {}, tool = fakeTool()) {
  const agent = new ToolRegistry([fakePack([tool])], []).agent('test', 'helper');
  if (!agent) throw new Error('no agent');
  return scopeTools({
    agent,
    orgPacks: ['test'],
    disabledTools: new Set(),
    channel: 'chat',
    caller: 'contact',
    ...over,
  });
}

describe('scoping', () => {
  it('lets a tool through that every layer lets through', () => {
    expect(scope()).toMatchObject({
      usable: [{ tier: 'deferred', registered: { tool: { name: 'echo' } } }],
      excluded: [],
    });
  });

  it.each([
    ['org_pack', 'the org does not have the pack test', { orgPacks: ['other'] }, {}],
    ['org_disabled', 'the org has switched it off', { disabledTools: new Set(['echo']) }, {}],
    ['channel', 'it is not allowed on voice', { channel: 'voice' as const }, { channels: ['chat' as const] }],
    ['role', 'it needs the role staff, the caller is contact', {}, { role: 'staff' as const }],
  ])('says that the layer %s keeps a tool out', (layer, reason, request, tool) => {
    expect(scope(request, fakeTool(tool))).toEqual({
      usable: [],
      excluded: [{ tool: 'echo', layer, reason }],
    });
  });

  it('names the first layer that says no', () => {
    const request = { orgPacks: [], disabledTools: new Set(['echo']), caller: 'contact' as const };
    expect(scope(request, fakeTool({ role: 'admin', channels: ['voice'] })).excluded).toMatchObject([
      { layer: 'org_pack' },
    ]);
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
    expect(scope({ caller }, fakeTool({ role })).usable).toHaveLength(may ? 1 : 0);
  });
});
