import { Redis } from 'ioredis';
import type { Transaction } from '#database';
import {
  NotificationListeners,
  type NotificationBus,
  type NotificationChannel,
  type NotificationListener,
} from './notification-bus.ts';

/** Notifications over Redis pub/sub. A lost message only causes a delay: listeners also read after a reconnect. */
export class RedisNotificationBus implements NotificationBus {
  private readonly listeners = new NotificationListeners();
  private readonly publisher: Redis;
  private readonly subscriber: Redis;
  /** The channels with a listener in this process; Redis sends it no others. */
  private readonly channels = new Map<string, NotificationChannel>();

  constructor(
    url: string,
    private readonly prefix: string,
  ) {
    this.publisher = new Redis(url, {
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      // Turns whose events were written together are announced together.
      enableAutoPipelining: true,
    });
    this.subscriber = new Redis(url, { maxRetriesPerRequest: null });
    for (const connection of [this.publisher, this.subscriber]) connection.on('error', () => undefined);
    this.subscriber.on('message', (name: string, message: string) => {
      const channel = this.channels.get(name);
      if (channel) this.listeners.tell(channel, message);
    });
    this.subscriber.on('ready', () => this.listeners.connected());
  }

  async publish(tx: Transaction, channel: NotificationChannel, message: string): Promise<void> {
    tx.afterCommit(() => {
      // The row is stored; readers that miss the notification find it at their next read.
      this.publisher.publish(this.nameOf(channel), message).catch(() => undefined);
    });
  }

  listen(channel: NotificationChannel, listener: NotificationListener): () => void {
    const name = this.nameOf(channel);
    if (!this.channels.has(name)) {
      this.channels.set(name, channel);
      const subscribed = this.subscriber.subscribe(name);
      subscribed.then(() => this.listeners.connected()).catch(() => undefined);
    }
    return this.listeners.add(channel, listener);
  }

  async close(): Promise<void> {
    this.publisher.disconnect();
    this.subscriber.disconnect();
  }

  private nameOf(channel: NotificationChannel): string {
    return `${this.prefix}:${channel}`;
  }
}
