import type { Transaction } from '#database';

/** What is told between processes: that a turn has new events, that something steering all processes has changed. */
export const notificationChannels = ['turn-notifications', 'changes'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

export interface NotificationListener {
  heard(message: string): void;
  /** The connection is (again) there: what was sent before may have been missed. */
  connected(): void;
}

/**
 * Short messages from one process to all, over one pair of connections for every channel. A message may be lost, so it
 * only says when to look; the truth is in rows.
 */
export interface NotificationBus {
  /** Sends `message` when `tx` commits: never before, and not after a rollback. */
  publish(tx: Transaction, channel: NotificationChannel, message: string): Promise<void>;
  /** @returns the end of listening. */
  listen(channel: NotificationChannel, listener: NotificationListener): () => void;
  close(): Promise<void>;
}

/** Who listens to which channel in this process. */
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

/** On the embedded database nothing crosses sessions: readers poll the rows. */
export class SilentNotificationBus implements NotificationBus {
  async publish(): Promise<void> {
    // Nobody could hear it.
  }

  listen(): () => void {
    return () => undefined;
  }

  async close(): Promise<void> {
    // Nothing was opened.
  }
}
