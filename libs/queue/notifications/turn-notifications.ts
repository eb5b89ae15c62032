import type { Transaction } from '#database';

/**
 * Announces to all processes that a turn has new events or a conversation has new turns. The rows hold them; a
 * notification only says when to read.
 */
export interface TurnNotifications {
  /** Call it in the transaction that writes the events: the notification is sent with the commit, never before. */
  announce(tx: Transaction, turnOrConversationId: string): Promise<void>;
  /** Calls `listener` after each notification of this turn or conversation. @returns a function that stops watching. */
  watch(orgId: string, turnOrConversationId: string, listener: () => void): () => void;
  close(): Promise<void>;
}

/** The listeners of each turn in this process. */
export class TurnListeners {
  private readonly listeners = new Map<string, Set<() => void>>();

  add(turnId: string, listener: () => void): () => void {
    const set = this.listeners.get(turnId) ?? new Set();
    set.add(listener);
    this.listeners.set(turnId, set);
    return () => {
      set.delete(listener);
      if (set.size === 0) this.listeners.delete(turnId);
    };
  }

  tell(turnId: string): void {
    for (const listener of this.listeners.get(turnId) ?? []) listener();
  }

  tellAll(): void {
    for (const set of this.listeners.values()) for (const listener of set) listener();
  }

  get turnIds(): string[] {
    return [...this.listeners.keys()];
  }
}
