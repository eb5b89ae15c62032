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

/** Lists the always available tools and those that this client has found; with `all`, every tool in scope. */
export function listingOf(
  scope: Scope,
  { all, found }: { all: boolean; found: ReadonlySet<string> },
): Listing {
  const isListed = ({ tier, registered }: ScopedTool) =>
    all || tier === 'always' || tier === 'critical' || found.has(registered.tool.name);
  return {
    listed: scope.usable.filter(isListed),
    hidden: scope.usable.filter((entry) => !isListed(entry)),
  };
}

/** The `tools/list` entry of a tool. */
export function listedTool({ registered }: ScopedTool, to: ToolAudience): McpTool {
  return { ...toMcpTool(registered), description: describeTool(registered, to).description };
}
