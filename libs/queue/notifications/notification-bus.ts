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

/** The listeners of each channel in this process. */
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

/** Interval of polls. Together with the flush of the events it stays below the 250 ms limit for a live event. */
const POLL_MS = 100;

/** The bus of the embedded database, where NOTIFY does not cross sessions. It sends nothing; listeners poll the rows. */
export class SilentNotificationBus implements NotificationBus {
  async publish(): Promise<void> {
    // No other session would receive it.
  }

  /** Asks readers of turns to look at an interval. They look one after the other; changes have a poll of their own. */
  listen(channel: NotificationChannel, listener: NotificationListener): () => void {
    if (channel !== 'turn-notifications') return () => undefined;
    const timer = setInterval(() => listener.connected(), POLL_MS);
    return () => clearInterval(timer);
  }

  async close(): Promise<void> {
    // No connection was opened.
  }
}
