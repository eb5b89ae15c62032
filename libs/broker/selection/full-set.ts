import { TOOL_SEARCH, type ScopedTool } from '#tools';
import type { BrokerRequest } from './broker-request.ts';

/** Why a tool is offered where the broker leaves none out. */
export const NOTHING_NARROWED = 'nothing is narrowed';

/** Tools to offer, and per tool in scope why it is or is not. */
export interface OfferedSet {
  offered: ScopedTool[];
  reasons: Record<string, string>;
}

/**
 * What the flag's `off` offers: always, universal and recent tools, and the deferred ones too unless the pack loads them
 * by search and `tool_search` is there to find them.
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
    else if (recent.has(name)) reasons[name] = 'offered: used lately in this conversation';
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
 * Leaves `tool_search` out where it is switched off, and puts the rest in order. It stays where nothing is held back: a model
 * that looks for what no tool does leaves a gap that its owner learns of.
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

/** Always-tools first, then by name, so that the provider's prompt cache holds; deprecated tools last, each behind the one that replaces it. */
export function inStableOrder(tools: readonly ScopedTool[]): ScopedTool[] {
  const rank = ({ registered, tier }: ScopedTool) =>
    registered.deprecationDepth > 0 ? 1 + registered.deprecationDepth : tier === 'always' ? 0 : 1;
  return tools.toSorted(
    (a, b) => rank(a) - rank(b) || (a.registered.tool.name < b.registered.tool.name ? -1 : 1),
  );
}
