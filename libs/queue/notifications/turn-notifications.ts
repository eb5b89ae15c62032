import type { Transaction } from '#database';

/**
 * Announces to all processes that a turn has new events or a conversation has new turns. The rows hold them; a
 * notification only says when to read.
 */
export interface TurnNotifications {
  /** Call it in the transaction that writes the events: the notification is sent with the commit, never before. */
  announce(tx: Transaction, ...turnsAndConversations: string[]): Promise<void>;
  /** Calls `listener` after each notification of this turn or conversation. @returns a function that stops watching. */
  watch(orgId: string, turnOrConversationId: string, listener: () => void): () => void;
  close(): Promise<void>;
}
