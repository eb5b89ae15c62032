import { Redis } from 'ioredis';
import type { Transaction } from '#database';
import {
  notificationChannels,
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
  private readonly channels: Map<string, NotificationChannel>;

  constructor(
    url: string,
    private readonly prefix: string,
  ) {
    this.channels = new Map(notificationChannels.map((channel) => [this.nameOf(channel), channel]));
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
    void this.subscriber.subscribe(...this.channels.keys()).catch(() => undefined);
  }

  async publish(tx: Transaction, channel: NotificationChannel, message: string): Promise<void> {
    tx.afterCommit(() => {
      // The row is stored; readers that miss the notification find it at their next read.
      this.publisher.publish(this.nameOf(channel), message).catch(() => undefined);
    });
  }

  listen(channel: NotificationChannel, listener: NotificationListener): () => void {
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
