import type { RegisteredTool } from '#tools';

/** A tool that fits a described need. */
export interface ToolMatch {
  registered: RegisteredTool;
  /** 0 to 1. */
  score: number;
}

/** Finds tools by a need that is put in words. */
export interface ToolIndex {
  /**
   * The tools whose score lies strictly above `minScore`, best first, equal ones in an order that does not change, cut
   * to `most`.
   */
  search(
    tools: readonly RegisteredTool[],
    query: string,
    limits: { most: number; minScore: number },
  ): Promise<ToolMatch[]>;
}
