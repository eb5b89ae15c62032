import type { Transaction } from '#database';
import type { NotificationBus } from './notification-bus.ts';
import { TurnListeners, type TurnNotifications } from './turn-notifications.ts';

/** Turn notifications over a bus that reaches other processes. */
export class PushedTurnNotifications implements TurnNotifications {
  private readonly listeners = new TurnListeners();
  private ignore: (() => void) | undefined;

  constructor(private readonly bus: NotificationBus) {}

  announce(tx: Transaction, turnId: string): Promise<void> {
    return this.bus.publish(tx, 'turn-notifications', turnId);
  }

  watch(_orgId: string, turnId: string, listener: () => void): () => void {
    this.ignore ??= this.bus.listen('turn-notifications', {
      heard: (heardId) => this.listeners.tell(heardId),
      connected: () => this.listeners.tellAll(),
    });
    return this.listeners.add(turnId, listener);
  }

  async close(): Promise<void> {
    this.ignore?.();
  }
}
