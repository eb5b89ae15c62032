import type { RegisteredTool } from '#tools';

export interface ToolMatch {
  registered: RegisteredTool;
  /** 0 to 1. */
  score: number;
}

export interface ToolQuery {
  orgId: string;
  most: number;
  /** Exclusive lower bound of the score. */
  minScore: number;
}

/** Finds tools by a description of the need. */
export interface ToolIndex {
  /**
   * Returns at most `most` tools with a score above `minScore`, best first. The order of equal scores is stable.
   */
  search(tools: readonly RegisteredTool[], query: string, options: ToolQuery): Promise<ToolMatch[]>;
}

/** The text by which `tool_search` finds a tool. It includes the examples, which are closer to queries than the description. */
export function indexText({ tool: { description, whenToUse, examples } }: RegisteredTool): string {
  return [description, ...whenToUse, ...examples].join('\n');
}
