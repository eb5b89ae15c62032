import { settingRanges } from '#config';
import type { ToolRegistry } from '#tools';

/**
 * Agents with more always and universal tools than the broker offers in total by default, with their number, for the log
 * at start.
 */
export function overfullAgents(registry: Pick<ToolRegistry, 'packs' | 'effective'>): string[] {
  const view = registry.effective(null);
  return registry.packs.flatMap((pack) =>
    pack.agents.flatMap(({ name }) => {
      const tools = view.agent(pack.name, name)?.tools ?? [];
      const count = tools.filter(({ tier }) => tier === 'always' || tier === 'universal').length;
      return count > settingRanges.TOOL_RAG_TOP_K.default ? [`${pack.name}/${name} (${count})`] : [];
    }),
  );
}
