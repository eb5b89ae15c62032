import { packs } from '../../packs/index.ts';
import { declaredLanguages, missingLanguages, toolsMissingLanguages } from './missing-languages.ts';
import { platformTools } from './platform/index.ts';
import { ToolRegistry } from './registry.ts';
import { fakePack, fakeTool } from './testing/fake-tools.ts';

const arabic = fakeTool({ name: 'both', examples: ['repeat that', 'كرر ما قلت'] });
const english = fakeTool({ name: 'one', examples: ['repeat that'] });
const everywhere = fakeTool({ name: 'everywhere', tier: 'universal', examples: ['anything'] });

describe('languages that a tool lacks', () => {
  const registry = (languages?: ('en' | 'ar')[]) =>
    new ToolRegistry([fakePack([arabic, english], { ...(languages && { languages }) })], [everywhere]);

  it('are those that its pack serves and that it has no words in', () => {
    expect(toolsMissingLanguages(registry(['en', 'ar']))).toEqual(['everywhere (ar)', 'one (ar)']);
    expect(toolsMissingLanguages(registry(['en']))).toEqual([]);
    expect(toolsMissingLanguages(registry())).toEqual([]);
  });

  it('are those that its users write, of a tool of the platform the users of any pack', () => {
    const { tools, packs: own } = registry(['en', 'ar']);
    const lacking = (written: ReadonlyMap<string, Iterable<string>>) =>
      Object.fromEntries(tools.map((tool) => [tool.tool.name, missingLanguages(tool, written)]));
    expect(lacking(new Map([['test', ['el', 'ar', 'el']]]))).toEqual({
      everywhere: ['ar', 'el'],
      both: ['el'],
      one: ['ar', 'el'],
    });
    expect(lacking(new Map([['other', ['el']]]))).toEqual({ everywhere: ['el'], both: [], one: [] });
    expect(lacking(declaredLanguages(own))).toEqual({ everywhere: ['ar'], both: [], one: ['ar'] });
  });

  it('are none in the packs that come with the product', () => {
    expect(toolsMissingLanguages(new ToolRegistry(packs, platformTools))).toEqual([]);
    expect(packs.filter(({ languages }) => !languages?.includes('ar'))).toEqual([]);
  });
});
