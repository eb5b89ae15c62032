import { TOOL_SEARCH, type ScopedTool } from '#tools';
import type { BrokerRequest } from './broker-request.ts';

/** Reason for a tool in a set that is not narrowed. */
export const NOTHING_NARROWED = 'nothing is narrowed';

/** The tools to offer, with a reason per tool in scope. */
export interface OfferedSet {
  offered: ScopedTool[];
  reasons: Record<string, string>;
}

/**
 * The set offered without the broker: always, universal and recent tools, and also deferred ones, unless the pack loads
 * them by search and `tool_search` is in scope.
 */
export function fullSet(
  request: Pick<BrokerRequest, 'usable' | 'recentTools' | 'toolSearch' | 'loading'>,
): OfferedSet {
  const search = canSearch(request);
  const recent = new Set(request.recentTools);
  const reasons: Record<string, string> = {};
  const offered = request.usable.filter(({ registered, tier }) => {
    const { name } = registered.tool;
    if (tier !== 'deferred') reasons[name] = `offered: tier ${tier}`;
    else if (recent.has(name)) reasons[name] = 'offered: used recently in this conversation';
    else if (!search || request.loading !== 'search') reasons[name] = `offered: ${NOTHING_NARROWED}`;
    else {
      reasons[name] = 'not offered: loaded through tool_search';
      return false;
    }
    return true;
  });
  return withSearchIfOn(request, { offered, reasons });
}

/**
 * Removes `tool_search` if its flag is off, and sorts the tools. With the flag on, it stays even if no tool is held back:
 * a search without a match is recorded as a tool gap.
 */
export function withSearchIfOn(
  { toolSearch }: Pick<BrokerRequest, 'toolSearch'>,
  { offered, reasons }: OfferedSet,
): OfferedSet {
  const others = offered.filter(({ registered }) => registered.tool.name !== TOOL_SEARCH);
  if (toolSearch || others.length === offered.length) return { offered: inStableOrder(offered), reasons };
  return {
    offered: inStableOrder(others),
    reasons: { ...reasons, [TOOL_SEARCH]: 'not offered: the flag tool_search is off' },
  };
}

function canSearch({ usable, toolSearch }: Pick<BrokerRequest, 'usable' | 'toolSearch'>): boolean {
  return toolSearch && usable.some(({ registered }) => registered.tool.name === TOOL_SEARCH);
}

/** Always tools first, then by name, to keep the provider's prompt cache valid; deprecated tools last, after their replacements. */
export function inStableOrder(tools: readonly ScopedTool[]): ScopedTool[] {
  const rank = ({ registered, tier }: ScopedTool) =>
    registered.deprecationDepth > 0 ? 1 + registered.deprecationDepth : tier === 'always' ? 0 : 1;
  return tools.toSorted(
    (a, b) => rank(a) - rank(b) || (a.registered.tool.name < b.registered.tool.name ? -1 : 1),
  );
}
