import type { ToolRegistry } from '#tools';
import { MAX_NARROWED } from './choose-tools.ts';

/**
 * Agents whose always and universal tools leave no place for a tool that the broker ranks, with the number of those tools,
 * for the log at start.
 */
export function overfullAgents(registry: Pick<ToolRegistry, 'packs' | 'effective'>): string[] {
  const view = registry.effective(null);
  return registry.packs.flatMap((pack) =>
    pack.agents.flatMap(({ name }) => {
      const tools = view.agent(pack.name, name)?.tools ?? [];
      const count = tools.filter(({ tier }) => tier === 'always' || tier === 'universal').length;
      return count >= MAX_NARROWED ? [`${pack.name}/${name} (${count})`] : [];
    }),
  );
}
