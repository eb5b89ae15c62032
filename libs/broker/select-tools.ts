import type { Scope, ScopedTool } from '#tools';

/** By the flag `tool_broker`: nothing narrowed, narrowed beside what is offered, or narrowed. */
export type BrokerMode = 'off' | 'shadow' | 'enforce';

export interface BrokerRequest {
  scope: Scope;
  /** How the pack's deferred tools come into the offered set. */
  loading: 'search' | 'broker';
  /** The last distinct tools of the conversation. */
  recentTools: readonly string[];
  intents: readonly string[];
}

export interface BrokerSelection {
  mode: BrokerMode;
  offered: ScopedTool[];
  /** Per tool in scope, why it is or is not offered. */
  reasons: Record<string, string>;
}

const TOOL_SEARCH = 'tool_search';

/**
 * The full set, which is what the mode `off` offers: always, universal and recent tools, and the deferred ones too
 * unless the pack loads them by search and `tool_search` is there to find them. Always-tools first, then by name, so
 * that the provider's prompt cache holds; deprecated tools last, each behind the one that replaces it.
 */
export function selectTools(request: BrokerRequest): BrokerSelection {
  const searchable =
    request.loading === 'search' &&
    request.scope.usable.some(({ registered }) => registered.tool.name === TOOL_SEARCH);
  const recent = new Set(request.recentTools);
  const reasons: Record<string, string> = {};
  const offered = request.scope.usable.filter(({ registered, tier }) => {
    const { name } = registered.tool;
    if (tier !== 'deferred') reasons[name] = `offered: tier ${tier}`;
    else if (recent.has(name)) reasons[name] = 'offered: used lately in this conversation';
    else if (!searchable) reasons[name] = 'offered: the broker is off, nothing is narrowed';
    else {
      reasons[name] = 'not offered: loaded through tool_search';
      return false;
    }
    return true;
  });
  return { mode: 'off', offered: offered.sort(byTierThenName), reasons };
}

function byTierThenName(a: ScopedTool, b: ScopedTool): number {
  const rank = ({ registered, tier }: ScopedTool) =>
    registered.deprecationDepth > 0 ? 1 + registered.deprecationDepth : tier === 'always' ? 0 : 1;
  return rank(a) - rank(b) || (a.registered.tool.name < b.registered.tool.name ? -1 : 1);
}
