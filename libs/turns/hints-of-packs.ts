import type { OfflineHints } from '#models';
import type { ToolRegistry } from '#tools';

/** What the registry's packs supply for the offline model. */
export function offlineHintsOf(registry: ToolRegistry): OfflineHints {
  return { ...hintsAsSeenBy(registry, null), forOrg: (orgId) => hintsAsSeenBy(registry, orgId) };
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
    intents: (pack) => registry.pack(pack)?.intents ?? [],
  };
}
