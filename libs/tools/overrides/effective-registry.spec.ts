import { ToolRegistry } from '../registry.ts';
import { fakePack, fakeTool } from '../testing/fake-tools.ts';
import { EffectiveViews } from './effective-views.ts';
import { definitionKey, emptySnapshot, type CurrentOverride } from './override-snapshot.ts';

const ORG = '01890000-0000-7000-8000-000000000001';
const OTHER = '01890000-0000-7000-8000-000000000002';

const over = (tool: string, override: CurrentOverride['override'], version = 1) =>
  new Map([[tool, { version, override }]]);

function registryOf(...tools: Parameters<typeof fakeTool>[0][]) {
  return new ToolRegistry([fakePack(tools.map((tool) => fakeTool(tool)))], []);
}

describe('the effective registry', () => {
  it('equals the files without overrides', () => {
    const registry = registryOf({});
    expect(registry.effective(ORG).tool('echo')).toMatchObject({
      tool: registry.tool('echo')?.tool,
      versions: { platform: 0, org: 0 },
      off: { platform: false, org: false },
      held: false,
      deprecationDepth: 0,
    });
    expect(registry.effective(ORG)).toBe(registry.effective(null));
  });

  it('detects the languages of a tool’s texts, including overrides', () => {
    const registry = registryOf({
      description: 'Says it again',
      whenToUse: ['an echo'],
      examples: ['repeat that'],
    });
    expect(registry.tool('echo')?.languages).toEqual(['en']);
    registry.applyOverrides({
      ...emptySnapshot,
      orgs: new Map([[ORG, over('echo', { examples: ['repeat that', 'كرر ما قلت'] })]]),
    });
    expect(registry.effective(ORG).tool('echo')?.languages).toEqual(['ar', 'en']);
    expect(registry.effective(OTHER).tool('echo')?.languages).toEqual(['en']);
  });

  it('applies platform and org overrides to the file, for that org alone', () => {
    const registry = registryOf({ description: 'file' });
    registry.applyOverrides({
      ...emptySnapshot,
      platform: over('echo', { description: 'platform', examples: ['of the platform'] }, 3),
      orgs: new Map([[ORG, over('echo', { description: 'org', enabled: false }, 5)]]),
    });
    expect(registry.effective(ORG).tool('echo')).toMatchObject({
      tool: { description: 'org', examples: ['of the platform'] },
      metadata: { enabled: false },
      versions: { platform: 3, org: 5 },
      off: { platform: false, org: true },
    });
    expect(registry.effective(OTHER).tool('echo')).toMatchObject({
      tool: { description: 'platform' },
      metadata: { enabled: true },
      versions: { platform: 3, org: 0 },
    });
    expect(registry.tool('echo')?.tool.description).toBe('file');
  });

  it('is a new view after a change; views returned before do not change', () => {
    const registry = registryOf({});
    const before = registry.effective(ORG);
    registry.applyOverrides({ ...emptySnapshot, platform: over('echo', { description: 'new' }) });
    expect(registry.effective(ORG).tool('echo')?.tool.description).toBe('new');
    expect(before.tool('echo')?.tool.description).toBe('Gives back what it was given.');
  });

  it('prefers the tier of the override over those of pack and file', () => {
    const registry = new ToolRegistry(
      [fakePack([fakeTool()], { platformTools: { look: { tier: 'always' } } })],
      [fakeTool({ name: 'look', tier: 'universal' })],
    );
    const tierOf = () => registry.effective(null).agent('test', 'helper')?.tools[1]?.tier;
    expect(tierOf()).toBe('always');
    registry.applyOverrides({ ...emptySnapshot, platform: over('look', { tier: 'deferred' }) });
    expect(tierOf()).toBe('deferred');
    expect(registry.effective(null).agent('test', 'nobody')).toBeUndefined();
  });

  it('counts the replacements of each deprecated tool', () => {
    const registry = registryOf({ name: 'old' }, { name: 'middle' }, { name: 'new' });
    registry.applyOverrides({
      ...emptySnapshot,
      platform: over('middle', { deprecated: { replacedBy: 'new', reason: 'r' } }),
      orgs: new Map([[ORG, over('old', { deprecated: { replacedBy: 'middle', reason: 'r' } })]]),
    });
    const depths = (orgId: string) =>
      ['old', 'middle', 'new'].map((name) => registry.effective(orgId).tool(name)?.deprecationDepth);
    expect(depths(ORG)).toEqual([2, 1, 0]);
    expect(depths(OTHER)).toEqual([0, 1, 0]);
    expect(registry.effective(ORG).tool('old')?.tool.deprecated?.replacedBy).toBe('middle');
  });

  it('ignores an overridden replacement that a release has removed or reversed', () => {
    const registry = registryOf(
      { name: 'one' },
      { name: 'two', deprecated: { replacedBy: 'one', reason: 'of the file' } },
    );
    const deprecated = (name: string) => registry.effective(null).tool(name)?.tool.deprecated;
    registry.applyOverrides({
      ...emptySnapshot,
      platform: over('one', { deprecated: { replacedBy: 'two', reason: 'from before the release' } }),
    });
    expect([deprecated('one'), deprecated('two')?.replacedBy]).toEqual([undefined, 'one']);
    registry.applyOverrides({
      ...emptySnapshot,
      platform: over('two', { deprecated: { replacedBy: 'gone', reason: 'r' } }),
    });
    expect(deprecated('two')?.reason).toBe('of the file');
  });

  it('holds a definition from a server until it is approved, for the deployment or for the org', () => {
    const registry = registryOf({ source: 'mcp' });
    const hash = registry.tool('echo')?.definitionHash ?? '';
    const held = () => [ORG, OTHER].map((orgId) => registry.effective(orgId).tool('echo')?.held);
    expect(held()).toEqual([true, true]);
    registry.applyOverrides({ ...emptySnapshot, approved: new Set([definitionKey(ORG, 'echo', hash)]) });
    expect(held()).toEqual([false, true]);
    registry.applyOverrides({
      ...emptySnapshot,
      approved: new Set([definitionKey(null, 'echo', 'another')]),
    });
    expect(held()).toEqual([true, true]);
    registry.applyOverrides({ ...emptySnapshot, approved: new Set([definitionKey(null, 'echo', hash)]) });
    expect(held()).toEqual([false, false]);
  });

  it('caches the views of a bounded number of orgs', () => {
    const registry = registryOf({});
    const views = new EffectiveViews(
      () => registry.tools,
      () => undefined,
      () => [],
      2,
    );
    const orgs = ['a', 'b', 'c'];
    views.replace({
      ...emptySnapshot,
      orgs: new Map(orgs.map((org) => [org, over('echo', { description: org })])),
    });
    const first = views.of('a');
    views.of('b');
    expect(views.of('a')).toBe(first);
    views.of('c');
    expect(views.size).toBe(2);
    expect(views.of('a')).toBe(first);
    expect(orgs.map((org) => views.of(org).tool('echo')?.tool.description)).toEqual(orgs);
  });
});
