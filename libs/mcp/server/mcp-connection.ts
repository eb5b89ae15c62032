import type { UserRole } from '#contracts';
import type { ToolCaller } from '#tools';
import type { Pack, ResourceSpec } from '#pack-kit';

/** The client, with the options of the URL (`?channel=voice&conversation=ID&tools=all`). */
export interface McpConnection {
  org: { id: string; slug: string; name: string; packs: string[]; timezone: string };
  /** Id of the API key; null on stdio without a key. */
  keyId: string | null;
  /** The user that the key acts for. */
  user: { id: string; role: UserRole } | null;
  voice: boolean;
  /** True if every tool in scope is listed, not only the always available ones. */
  allTools: boolean;
  conversationId: string | null;
}

/** The current permissions of a connection: its caller, packs and resources. */
export interface OpenedConnection {
  caller: ToolCaller;
  packs: readonly Pack[];
  /** Resources of the platform, which every org has. */
  resources: readonly ResourceSpec[];
}

/** Injection token of the {@link McpCallers}. */
export const MCP_CALLERS = Symbol('McpCallers');

/** Creates tool callers. Implemented by `libs/turns`, which has access to conversations and models. */
export interface McpCallers {
  /**
   * @param signal aborts model tasks that this caller's tools run.
   * @throws McpConversationNotFoundError; McpCallerRefusedError.
   */
  open(connection: McpConnection, signal: AbortSignal): Promise<OpenedConnection>;
}
