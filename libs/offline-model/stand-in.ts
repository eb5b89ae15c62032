import type { StandIn } from '#models';
import { PLATFORM_PACK, platformDatasets, type ToolRegistry } from '#tools';
import type { OfflineHints } from './hints.ts';
import type { OfflinePack } from './offline-pack.ts';
import { OfflineModel } from './offline.model.ts';
import { platformHints } from './platform/platform-hints.ts';

/** Creates the offline model and the rules of tasks for the packs of the registry. */
export function offlineStandIn(registry: ToolRegistry, packs: readonly OfflinePack[] = []): StandIn {
  const rules = new Map(packs.flatMap((pack) => Object.entries(pack.rules ?? {})));
  return {
    model: new OfflineModel(offlineHintsOf(registry, packs)),
    rules: (task) => rules.get(task) as ((input: unknown) => unknown) | undefined,
  };
}

/** The hints for the registry's tools, as each org sees those tools. */
export function offlineHintsOf(registry: ToolRegistry, packs: readonly OfflinePack[] = []): OfflineHints {
  return {
    ...hintsAsSeenBy(registry, packs, null),
    forOrg: (orgId) => hintsAsSeenBy(registry, packs, orgId),
  };
}

function hintsAsSeenBy(
  registry: ToolRegistry,
  packs: readonly OfflinePack[],
  orgId: string | null,
): OfflineHints {
  const tools = registry.effective(orgId);
  const offline = (name: string) => packs.find(({ pack }) => pack === name);
  return {
    tool: (name) => {
      const registered = tools.tool(name);
      if (!registered) return undefined;
      const { tool, pack } = registered;
      return {
        name,
        description: tool.description,
        whenToUse: tool.whenToUse,
        examples: tool.examples,
        intents: tool.intents,
        sideEffect: tool.sideEffect,
        replacedBy: tool.deprecated?.replacedBy,
        hints: pack === PLATFORM_PACK ? platformHints[name] : offline(pack)?.tools?.[name],
      };
    },
    places: (pack, set) => offline(pack)?.places?.[set] ?? [],
    currency: (pack) => offline(pack)?.currency,
    datasets: (pack) => [...(registry.pack(pack)?.datasets ?? []), ...platformDatasets],
    programs: (pack) => offline(pack)?.programTemplates ?? [],
    routines: (pack) => offline(pack)?.routines ?? [],
    intents: (pack) => registry.pack(pack)?.intents ?? [],
  };
}
