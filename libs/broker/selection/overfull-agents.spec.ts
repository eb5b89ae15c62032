import { z } from 'zod';
import { ToolRegistry } from '#tools';
import type { ToolTier } from '#contracts';
import { type Pack, type Tool } from '#pack-kit';
import { overfullAgents } from './overfull-agents.ts';

const tool = (name: string, tier: ToolTier): Tool => ({
  name,
  description: 'd',
  category: 'c',
  input: z.object({}),
  whenToUse: ['w'],
  examples: ['e'],
  tier,
  channels: ['chat'],
  role: 'any',
  sideEffect: 'none',
  intents: [],
  execute: async () => ({}),
});
const pack = (name: string, pinned: number): Pack => {
  const tools = [
    ...Array.from({ length: pinned }, (_, at) => tool(`${name}_${at}`, 'always')),
    tool(`${name}_rare`, 'deferred'),
  ];
  const agent = {
    name: 'one',
    description: 'd',
    prompt: 'p',
    taskType: 'draft_reply',
    tools: tools.map((own) => own.name),
  };
  return { name, title: name, loading: 'broker', agents: [agent], tools };
};

it('names agents that have more than twelve always and universal tools', () => {
  const registry = new ToolRegistry(
    [pack('full', 11), pack('fuller', 12)],
    [tool('everywhere', 'universal')],
  );
  expect(overfullAgents(registry)).toEqual(['fuller/one (13)']);
});
