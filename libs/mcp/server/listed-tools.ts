import {
  describeTool,
  toMcpTool,
  type McpTool,
  type Scope,
  type ScopedTool,
  type ToolAudience,
} from '#tools';

/** What a client is told of, of all that it may use. */
export interface Listing {
  listed: ScopedTool[];
  /** Those that only a search tells of. */
  hidden: ScopedTool[];
}

/** The tools that are always there, and those that this client has found; with `all` everything in scope. */
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

/** A tool as `tools/list` tells of it. */
export function listedTool({ registered }: ScopedTool, to: ToolAudience): McpTool {
  return { ...toMcpTool(registered), description: describeTool(registered, to).description };
}
