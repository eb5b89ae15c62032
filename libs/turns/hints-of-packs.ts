import type { OfflineHints } from '#models';
import { platformDatasets, taskTiersOf, type Dataset, type TaskTier, type ToolRegistry } from '#tools';

/** What the registry's packs supply for the offline model. */
export function offlineHintsOf(registry: ToolRegistry): OfflineHints {
  return { ...hintsAsSeenBy(registry, null), forOrg: (orgId) => hintsAsSeenBy(registry, orgId) };
}

/** Tiers of the task types that the registry's packs name. */
export function packTaskTiers(registry: ToolRegistry): Readonly<Record<string, TaskTier>> {
  return taskTiersOf(registry.packs);
}

function hintsAsSeenBy(registry: ToolRegistry, orgId: string | null): OfflineHints {
  const tools = registry.effective(orgId);
  return {
    tool: (name) => {
      const registered = tools.tool(name);
      if (!registered) return undefined;
      const { tool } = registered;
      return {
        name,
        description: tool.description,
        whenToUse: tool.whenToUse,
        examples: tool.examples,
        intents: tool.intents,
        sideEffect: tool.sideEffect,
        replacedBy: tool.deprecated?.replacedBy,
        hints: tool.offline,
      };
    },
    places: (pack, set) => registry.pack(pack)?.places?.[set] ?? [],
    datasets: (pack) => datasetsOf(registry.pack(pack)?.datasets),
    programs: (pack) => registry.pack(pack)?.programTemplates ?? [],
    routines: (pack) => registry.pack(pack)?.routines ?? [],
    intents: (pack) => registry.pack(pack)?.intents ?? [],
  };
}

const known = new WeakMap<readonly Dataset[], readonly Dataset[]>();

/** One list for each pack, so that who reads it can tell it is the same. */
function datasetsOf(own: readonly Dataset[] | undefined): readonly Dataset[] {
  if (!own) return platformDatasets;
  const all = known.get(own) ?? [...own, ...platformDatasets];
  known.set(own, all);
  return all;
}
