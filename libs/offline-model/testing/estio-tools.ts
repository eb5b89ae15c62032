// The tools as estio and the platform define them, for tests of the offline model that do not run them.
import { z } from 'zod';
import { packs } from '#packs';
import { offlinePacks } from '#packs/offline';
import { platformDatasets, platformTools, TOOL_SEARCH } from '#tools';
import { type Tool } from '#pack-kit';
import type { ModelTool, TurnFacts } from '#models';
import type { OfflineHints } from '../hints.ts';

const estio = packs.find(({ name }) => name === 'estio')!;
const offline = offlinePacks.find(({ pack }) => pack === 'estio')!;

/** The hints of a tool, where the pack or the platform gives some. */
export const hintsOfTool = (tool: Tool) => offline.tools?.[tool.name] ?? tool.offline;

/** As a turn of estio is offered them; `tool_search` is not while there is nothing to be found. */
export const estioTools: Tool[] = [
  ...estio.tools.filter(({ tier }) => tier === 'always'),
  ...platformTools.filter(({ name }) => name !== TOOL_SEARCH && !estio.excludeUniversal?.includes(name)),
];

/** Tools of estio by their names, also those that are offered only once they were found. */
export function toolsNamed(...names: string[]): Tool[] {
  return estio.tools.filter(({ name }) => names.includes(name));
}

/** As a model is told of them. */
export function asOffered(tools: readonly Tool[]): ModelTool[] {
  return tools.map(({ name, description, input }) => ({
    name,
    description,
    parameters: z.toJSONSchema(input, { io: 'input' }),
  }));
}

export const datasets = [...(estio.datasets ?? []), ...platformDatasets];

/** The hints of `tools`; `without` takes one example away, to see that a tool is found by more than its own examples. */
export function hintsOf(without?: string, tools: readonly Tool[] = estioTools): OfflineHints {
  return {
    tool: (name) => {
      const tool = tools.find((candidate) => candidate.name === name);
      return (
        tool && {
          ...tool,
          examples: tool.examples.filter((example) => example !== without),
          hints: hintsOfTool(tool),
        }
      );
    },
    places: (_, set) => offline.places?.[set] ?? [],
    datasets: () => datasets,
    intents: () => estio.intents ?? [],
  };
}

export const facts: TurnFacts = {
  orgId: 'org',
  pack: 'estio',
  agent: 'searcher',
  contactId: 'contact-016',
  conversationId: '0199a000-0000-7000-8000-000000000000',
  userId: null,
  channel: 'chat',
  language: 'en',
  timezone: 'Asia/Nicosia',
  now: new Date('2026-11-23T07:00:00Z'),
};
