import type { Tool } from '#pack-kit';

/** A tool as reported by a connected process, for processes without a connection to its server. */
export interface ReportedTool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  /** The server's original definition. */
  told?: Tool['serverDefinition'];
}
