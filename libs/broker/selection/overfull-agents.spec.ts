import { ToolRegistry } from '#tools';
import { fakePack, fakeTool } from '../../tools/testing/fake-tools.ts';
import { overfullAgents } from './overfull-agents.ts';

const pack = (name: string, pinned: number) =>
  fakePack(
    [
      ...Array.from({ length: pinned }, (_, at) => fakeTool({ name: `${name}_${at}`, tier: 'always' })),
      fakeTool({ name: `${name}_rare` }),
    ],
    { name },
  );

it('names agents that have more than twelve always and universal tools', () => {
  const registry = new ToolRegistry(
    [pack('full', 11), pack('fuller', 12)],
    [fakeTool({ name: 'everywhere', tier: 'universal' })],
  );
  expect(overfullAgents(registry)).toEqual(['fuller/helper (13)']);
});
