import { fraction } from '#identity';
import { toSearchResults, type RegisteredTool, type ScopedTool, type ToolCaller } from '#tools';
import { type FoundTool, type ToolDiscovery } from '#pack-kit';

/** Injection token of the {@link ToolFinder}. */
export const TOOL_FINDER = Symbol('ToolFinder');

/** Finds tools by a description of the need. Implemented by the broker's tool index. */
export interface ToolFinder {
  search(
    tools: readonly RegisteredTool[],
    query: string,
    options: { orgId: string; most: number; minScore: number },
  ): Promise<{ registered: RegisteredTool; score: number }[]>;
}

/** Searches the tools that the client may use but that are not in its list (`tool_search`). */
export class HiddenTools implements ToolDiscovery {
  constructor(
    private readonly hidden: readonly ScopedTool[],
    private readonly finder: ToolFinder,
    private readonly caller: ToolCaller,
  ) {}

  async search(query: string, most: number): Promise<{ tools: FoundTool[]; hidden: string[] }> {
    const tools = this.hidden.map(({ registered }) => registered);
    const minScore = fraction(this.caller.settings, 'TOOL_SEARCH_MIN_SCORE');
    const matches = await this.finder.search(tools, query, { orgId: this.caller.org.id, most, minScore });
    return { tools: toSearchResults(matches, this.caller), hidden: tools.map(({ tool }) => tool.name) };
  }
}
