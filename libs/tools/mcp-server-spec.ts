import type { Tool } from './tool.ts';

/** What the server of a tool does not say of it, or not as the org wants it. */
export type ToolOverlay = Partial<
  Pick<
    Tool,
    | 'description'
    | 'category'
    | 'capability'
    | 'whenToUse'
    | 'examples'
    | 'tier'
    | 'channels'
    | 'role'
    | 'sideEffect'
    | 'takesIdempotencyKey'
    | 'cacheable'
    | 'approval'
    | 'timeoutMs'
    | 'intents'
    | 'trigger'
    | 'modelView'
    | 'ptcValue'
    | 'offline'
  >
>;

/** How a server is reached: as a child process that speaks on stdin and stdout, or by its address. */
export type McpServerAddress =
  | { command: string; args?: string[]; env?: Record<string, string>; cwd?: string }
  | { url: string; headers?: Record<string, string> };

/** An MCP server whose tools a pack uses. Its tools may be listed by the pack's agents under their own names. */
export interface McpServerSpec {
  /** snake_case; the prefix of a tool whose name is taken. */
  name: string;
  address: McpServerAddress;
  /** Agents that have all of its tools; those that list tools by name have those besides. Absent: every agent that has tools. */
  agents?: string[];
  /** For every tool of the server. */
  overlay?: ToolOverlay;
  /** By the server's name of the tool; over `overlay`. */
  tools?: Record<string, ToolOverlay>;
  /** SHA-256 of definitions that need no approval (`npm run tools -- definitions`). */
  approved?: string[];
}
