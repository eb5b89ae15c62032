import type { Tool } from './tool.ts';
import type { ToolError } from './tool.errors.ts';

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
  >
> & {
  /** Reads arguments before they are sent, where the pack takes more forms of them than the server's schema says. */
  input?: Tool['input'];
  /**
   * Asked once when the server refuses the arguments (VALIDATION_FAILED): what to call it with instead, or undefined. It
   * may ask other tools of the server. Whatever it changes stands on the trace under its name.
   */
  guard?: {
    name: string;
    mend: (
      input: Record<string, unknown>,
      refusal: ToolError,
      ask: (tool: string, args: Record<string, unknown>) => Promise<unknown>,
    ) => Promise<Record<string, unknown> | undefined>;
  };
};

/** How a server is reached: as a child process that speaks on stdin and stdout, or by its address. */
export type McpServerAddress =
  | {
      command: string;
      args?: string[];
      env?: Record<string, string>;
      /** Names of variables of the deployment that it is given as they are. */
      variables?: readonly string[];
      cwd?: string;
    }
  | { url: string; headers?: Record<string, string> };

/** A tool as a server lists it. */
export interface ToolListing {
  name: string;
  title?: string;
  description?: string;
  inputSchema: { type: 'object' } & Record<string, unknown>;
  annotations?: {
    title?: string;
    readOnlyHint?: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint?: boolean;
  };
}

/** An MCP server whose tools a pack uses. Its tools may be listed by the pack's agents under their own names. */
export interface McpServerSpec {
  /** snake_case; the prefix of a tool whose name is taken. */
  name: string;
  address: McpServerAddress;
  /**
   * What the server lists, where the pack knows it: its tools are there at once, and the server is started by the first
   * call of one, so that processes that never need it do not pay for it. What it then lists itself takes their place.
   * Absent: it is connected to from the beginning.
   */
  lists?: readonly ToolListing[];
  /** Agents that have all of its tools; those that list tools by name have those besides. Absent: every agent that has tools. */
  agents?: string[];
  /** For every tool of the server. */
  overlay?: ToolOverlay;
  /** By the server's name of the tool; over `overlay`. */
  tools?: Record<string, ToolOverlay>;
  /** SHA-256 of definitions that need no approval (`npm run tools -- definitions`). */
  approved?: string[];
}
