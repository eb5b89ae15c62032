import {
  describeTool,
  toMcpTool,
  type McpTool,
  type Scope,
  type ScopedTool,
  type ToolAudience,
} from '#tools';

/** The usable tools of a client, split into listed and hidden ones. */
export interface Listing {
  listed: ScopedTool[];
  /** Tools that only `tool_search` finds. */
  hidden: ScopedTool[];
}

/**
 * Lists what the org's agents always have, without deprecated tools whose replacement is usable, and the tools that this
 * client has found; with `all`, every tool in scope.
 */
export function listingOf(
  scope: Scope,
  { all, found }: { all: boolean; found: ReadonlySet<string> },
): Listing {
  const usable = new Set(scope.usable.map(({ registered }) => registered.tool.name));
  const isListed = ({ tier, registered: { tool } }: ScopedTool) => {
    if (all || found.has(tool.name)) return true;
    if (tool.deprecated && usable.has(tool.deprecated.replacedBy)) return false;
    // Only agents that list it have such a tool, and they are always offered it.
    return tier === 'always' || tier === 'critical' || tool.onlyWhereListed === true;
  };
  return {
    listed: scope.usable.filter(isListed),
    hidden: scope.usable.filter((entry) => !isListed(entry)),
  };
}

export function listedTool({ registered }: ScopedTool, to: ToolAudience): McpTool {
  const { description, parameters } = describeTool(registered, to);
  return { ...toMcpTool({ ...registered, parameters }), description };
}
