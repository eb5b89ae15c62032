import { Redis } from 'ioredis';
import type { Transaction } from '#database';
import { TurnListeners, type TurnNews } from './turn-news.ts';

/** News over Redis pub/sub. A lost message costs nothing but time: listeners also look when the connection is back. */
export class RedisTurnNews implements TurnNews {
  private readonly listeners = new TurnListeners();
  private readonly publisher: Redis;
  private readonly subscriber: Redis;
  private readonly channel: string;

  constructor(url: string, prefix: string) {
    this.channel = `${prefix}:turn-news`;
    this.publisher = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false });
    this.subscriber = new Redis(url, { maxRetriesPerRequest: null });
    for (const connection of [this.publisher, this.subscriber]) connection.on('error', () => undefined);
    this.subscriber.on('message', (_channel, turnId: string) => this.listeners.tell(turnId));
    this.subscriber.on('ready', () => this.listeners.tellAll());
    void this.subscriber.subscribe(this.channel).catch(() => undefined);
  }

  async announce(tx: Transaction, turnId: string): Promise<void> {
    tx.afterCommit(() => {
      // The event is stored; readers that miss the news find it at their next look.
      this.publisher.publish(this.channel, turnId).catch(() => undefined);
    });
  }

  watch(_orgId: string, turnId: string, listener: () => void): () => void {
    return this.listeners.add(turnId, listener);
  }

  async close(): Promise<void> {
    this.publisher.disconnect();
    this.subscriber.disconnect();
  }
}
