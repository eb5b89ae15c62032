import { platformTools, ToolRegistry } from '#tools';
import { packs } from '../../../packs/index.ts';
import { fakePack, fakeTool } from '../../tools/testing/fake-tools.ts';
import { overfullAgents } from './overfull-agents.ts';

describe('agents without a place for ranked tools', () => {
  it('have fifteen tools that are always offered', () => {
    const tools = Array.from({ length: 15 }, (_, at) => fakeTool({ name: `there_${at}`, tier: 'always' }));
    const named = (some: typeof tools) => overfullAgents(new ToolRegistry([fakePack(some)], []));
    expect([named(tools.slice(1)), named(tools)]).toEqual([[], ['test/helper (15)']]);
  });

  it('are none in the packs that come with the product', () => {
    expect(overfullAgents(new ToolRegistry(packs, platformTools))).toEqual([]);
  });
});
