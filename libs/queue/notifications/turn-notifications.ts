import type { Transaction } from '#database';

/**
 * Tells, across processes, that a turn has new events, or a conversation new turns. The rows hold them; this only says
 * when to look.
 */
export interface TurnNotifications {
  /** Called in the transaction that writes the events: the notification is sent when it commits, never before. */
  announce(tx: Transaction, turnOrConversationId: string): Promise<void>;
  /** Calls `listener` after each announcement of this turn or conversation. @returns the end of watching. */
  watch(orgId: string, turnOrConversationId: string, listener: () => void): () => void;
  close(): Promise<void>;
}

/** Who watches which turn in this process. */
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
