import { TOOL_SEARCH, type Scope, type ScopedTool } from '#tools';

/** By the flag `tool_broker`: nothing narrowed, narrowed beside what is offered, or narrowed. */
export type BrokerMode = 'off' | 'shadow' | 'enforce';

export interface BrokerRequest {
  mode: BrokerMode;
  scope: Scope;
  /** How the pack's deferred tools come into the offered set. */
  loading: 'search' | 'broker';
  /** The last distinct tools of the conversation. */
  recentTools: readonly string[];
  intents: readonly string[];
  /** The flag `tool_search`: without it nothing is held back that only a search would find. */
  toolSearch: boolean;
}

export interface BrokerSelection {
  mode: BrokerMode;
  offered: ScopedTool[];
  /** Names of the tools that the broker chose, offered or not; null where it computed no set, and measures nothing. */
  brokered: string[] | null;
  /** Per tool in scope, why it is or is not offered. */
  reasons: Record<string, string>;
}

/**
 * The full set, which is what the mode `off` offers, and every mode until tools are ranked here: always, universal and recent tools, and the deferred ones too
 * unless the pack loads them by search and `tool_search` is there to find them, which in turn is offered only where
 * there is something to be found. Always-tools first, then by name, so that the provider's prompt cache holds;
 * deprecated tools last, each behind the one that replaces it.
 */
export function selectTools(request: BrokerRequest): BrokerSelection {
  const { usable } = request.scope;
  const search = request.toolSearch && usable.some(({ registered }) => registered.tool.name === TOOL_SEARCH);
  const recent = new Set(request.recentTools);
  const reasons: Record<string, string> = {};
  const offered = usable.filter(({ registered, tier }) => {
    const { name } = registered.tool;
    if (tier !== 'deferred') reasons[name] = `offered: tier ${tier}`;
    else if (recent.has(name)) reasons[name] = 'offered: used lately in this conversation';
    else if (!search || request.loading !== 'search')
      reasons[name] =
        `offered: nothing is narrowed${request.mode === 'off' ? ', the broker is off' : ' yet in this mode'}`;
    else {
      reasons[name] = 'not offered: loaded through tool_search';
      return false;
    }
    return true;
  });
  const whyNot = request.toolSearch ? 'nothing is left to be found' : 'the flag tool_search is off';
  if (search && offered.length < usable.length)
    return { mode: request.mode, brokered: null, offered: offered.sort(byTierThenName), reasons };
  if (TOOL_SEARCH in reasons) reasons[TOOL_SEARCH] = `not offered: ${whyNot}`;
  const others = offered.filter(({ registered }) => registered.tool.name !== TOOL_SEARCH);
  return { mode: request.mode, brokered: null, offered: others.sort(byTierThenName), reasons };
}

function byTierThenName(a: ScopedTool, b: ScopedTool): number {
  const rank = ({ registered, tier }: ScopedTool) =>
    registered.deprecationDepth > 0 ? 1 + registered.deprecationDepth : tier === 'always' ? 0 : 1;
  return rank(a) - rank(b) || (a.registered.tool.name < b.registered.tool.name ? -1 : 1);
}
