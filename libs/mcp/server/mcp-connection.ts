import type { UserRole } from '#contracts';
import type { ToolCaller } from '#tools';
import type { Pack, ResourceSpec } from '#pack-kit';

/** Who is at the other end, and what the address said (`?channel=voice&conversation=ID&tools=all`). */
export interface McpConnection {
  org: { id: string; slug: string; name: string; packs: string[]; timezone: string };
  /** Of the API key; null on stdio without one. */
  keyId: string | null;
  /** As whom the key acts. */
  user: { id: string; role: UserRole } | null;
  voice: boolean;
  /** Every tool in scope is listed, not only those that are always there. */
  allTools: boolean;
  conversationId: string | null;
}

/** A connection with what it may use at this moment. */
export interface OpenedConnection {
  caller: ToolCaller;
  /** The packs of the org that are installed. */
  packs: readonly Pack[];
  /** What every org has, whatever its packs. */
  resources: readonly ResourceSpec[];
}

/** Injection token of the {@link McpCallers}. */
export const MCP_CALLERS = Symbol('McpCallers');

/** Makes the callers of tools; turns do, which have the conversations and the models. */
export interface McpCallers {
  /**
   * @param signal ends the model tasks that tools of this caller run.
   * @throws McpConversationNotFoundError; McpCallerRefusedError.
   */
  open(connection: McpConnection, signal: AbortSignal): Promise<OpenedConnection>;
}
