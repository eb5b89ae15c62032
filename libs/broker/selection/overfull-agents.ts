import type { ToolRegistry } from '#tools';

/** Tools offered in all while the broker narrows, where no setting says otherwise. */
const USUAL_TOP_K = 12;

/** Agents whose always and universal tools alone are more than the broker offers, with their number, for the log at start. */
export function overfullAgents(registry: Pick<ToolRegistry, 'packs' | 'effective'>): string[] {
  const view = registry.effective(null);
  return registry.packs.flatMap((pack) =>
    pack.agents.flatMap(({ name }) => {
      const tools = view.agent(pack.name, name)?.tools ?? [];
      const count = tools.filter(({ tier }) => tier === 'always' || tier === 'universal').length;
      return count > USUAL_TOP_K ? [`${pack.name}/${name} (${count})`] : [];
    }),
  );
}
