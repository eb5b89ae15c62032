import type { Tool } from './tool.ts';
import type { ToolError } from './tool.errors.ts';

/** Properties of a tool that its MCP server does not supply, or that the pack overrides. */
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
    | 'result'
  >
> & {
  /** Parses the arguments before they are sent, so that the pack can accept more formats than the server's schema. */
  input?: Tool['input'];
  /**
   * Called once when the server rejects the arguments (VALIDATION_FAILED). `mend` returns corrected arguments for a second
   * call, or undefined; it can call other tools of the server with `ask`. The trace records its changes under `name`.
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

/** How to reach a server: as a child process over stdin and stdout, or by URL. */
export type McpServerAddress =
  | {
      command: string;
      args?: string[];
      env?: Record<string, string>;
      /** Names of environment variables of the deployment that the child process inherits. */
      variables?: readonly string[];
      cwd?: string;
    }
  | { url: string; headers?: Record<string, string> };

/** A tool as the MCP server lists it. */
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

/** An MCP server whose tools a pack uses. The pack's agents can list its tools by name. */
export interface McpServerSpec {
  /** snake_case; used as a prefix for a tool whose name is already taken. */
  name: string;
  address: McpServerAddress;
  /**
   * Tools of the server, if the pack knows them in advance. They are registered at start, and the first call of one starts
   * the server, so that processes that never call it do not start it. The list that the server then returns replaces this one.
   * When absent, the process connects to the server at start.
   */
  lists?: readonly ToolListing[];
  /** Agents that get all tools of the server, in addition to agents that list single ones by name. Default: every agent with tools. */
  agents?: string[];
  /** Overrides for every tool of the server. */
  overlay?: ToolOverlay;
  /** Overrides by the server's name of the tool; they take precedence over `overlay`. */
  tools?: Record<string, ToolOverlay>;
  /** SHA-256 hashes of tool definitions that need no approval (`npm run tools -- definitions`). */
  approved?: string[];
}
