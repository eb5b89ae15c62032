import type { RegisteredTool } from '#tools';

/** A tool that fits a described need. */
export interface ToolMatch {
  registered: RegisteredTool;
  /** 0 to 1. */
  score: number;
}

export interface ToolQuery {
  /** Whose search it is. */
  orgId: string;
  /** How many at most. */
  most: number;
  /** The score of a match lies strictly above it. */
  minScore: number;
}

/** Finds tools by a need that is put in words. */
export interface ToolIndex {
  /**
   * The tools whose score lies strictly above the least, best first, equal ones in an order that does not change, as many
   * as are asked for.
   */
  search(tools: readonly RegisteredTool[], query: string, asked: ToolQuery): Promise<ToolMatch[]>;
}

/** What `tool_search` finds a tool by: its examples say more of a need than its description alone. */
export function indexText({ tool: { description, whenToUse, examples } }: RegisteredTool): string {
  return [description, ...whenToUse, ...examples].join('\n');
}
