import type { OrgTransaction } from '#database';
import type { ConversationTools } from '#tools';

/**
 * Sets the tool list of the conversation, which applies to every turn that starts afterwards.
 *
 * @returns the previous list; undefined if the org has no such conversation.
 */
export function setConversationTools(
  tx: OrgTransaction,
  conversationId: string,
  { allowed, denied }: ConversationTools,
): Promise<ConversationTools | undefined> {
  return tx.first<{ allowed: string[] | null; denied: string[] }>(
    `UPDATE conversations c SET tools_allowed = $3, tools_denied = $4
       FROM (SELECT id, tools_allowed, tools_denied FROM conversations WHERE org_id = $1 AND id = $2 FOR UPDATE) was
      WHERE c.org_id = $1 AND c.id = was.id
     RETURNING was.tools_allowed AS allowed, was.tools_denied AS denied`,
    [conversationId, allowed, denied],
  );
}

export function conversationToolsOf(
  tx: OrgTransaction,
  conversationId: string,
): Promise<ConversationTools | undefined> {
  return tx.first<{ allowed: string[] | null; denied: string[] }>(
    `SELECT tools_allowed AS allowed, tools_denied AS denied FROM conversations WHERE org_id = $1 AND id = $2`,
    [conversationId],
  );
}
