import type { Transaction } from '#database';
import type { NewsBus } from './news-bus.ts';
import { TurnListeners, type TurnNews } from './turn-news.ts';

/** News that come by the bus, where it reaches other processes. */
export class PushedTurnNews implements TurnNews {
  private readonly listeners = new TurnListeners();
  private ignore: (() => void) | undefined;

  constructor(private readonly bus: NewsBus) {}

  announce(tx: Transaction, turnId: string): Promise<void> {
    return this.bus.publish(tx, 'turn-news', turnId);
  }

  watch(_orgId: string, turnId: string, listener: () => void): () => void {
    this.ignore ??= this.bus.listen('turn-news', {
      heard: (heardId) => this.listeners.tell(heardId),
      connected: () => this.listeners.tellAll(),
    });
    return this.listeners.add(turnId, listener);
  }

  async close(): Promise<void> {
    this.ignore?.();
  }
}
