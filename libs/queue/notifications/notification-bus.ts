import type { Transaction } from '#database';

/** Channels between processes: new events of turns, and changes of values that every process caches. */
export const notificationChannels = ['turn-notifications', 'changes'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

export interface NotificationListener {
  heard(message: string): void;
  /** The connection is open, possibly again: earlier messages may have been missed. */
  connected(): void;
}

/**
 * Short messages from one process to all processes, over one pair of connections for all channels. A message may be lost,
 * so it only says when to read; the rows are the truth.
 */
export interface NotificationBus {
  /** Sends `message` when `tx` commits: never before the commit, and not after a rollback. */
  publish(tx: Transaction, channel: NotificationChannel, message: string): Promise<void>;
  /** @returns a function that stops listening. */
  listen(channel: NotificationChannel, listener: NotificationListener): () => void;
  close(): Promise<void>;
}

export class NotificationListeners {
  private readonly listeners = new Map<NotificationChannel, Set<NotificationListener>>();

  add(channel: NotificationChannel, listener: NotificationListener): () => void {
    const set = this.listeners.get(channel) ?? new Set();
    set.add(listener);
    this.listeners.set(channel, set);
    return () => set.delete(listener);
  }

  tell(channel: NotificationChannel, message: string): void {
    for (const listener of this.listeners.get(channel) ?? []) listener.heard(message);
  }

  connected(): void {
    for (const set of this.listeners.values()) for (const listener of set) listener.connected();
  }
}
