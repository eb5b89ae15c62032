import type { Tool } from '#pack-kit';

/** A tool as its server told of it, for processes that are not connected to that server. */
export interface ToldTool {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  /** What the server itself said. */
  told?: Tool['serverDefinition'];
}
