import type { Transaction } from '#database';
import type { NotificationBus } from './notification-bus.ts';
import type { TurnNotifications } from './turn-notifications.ts';

/** Turn notifications over a bus that reaches other processes. */
export class PushedTurnNotifications implements TurnNotifications {
  private readonly listeners = new Map<string, Set<() => void>>();
  private ignore: (() => void) | undefined;

  constructor(private readonly bus: NotificationBus) {}

  announce(tx: Transaction, ...ids: string[]): Promise<void> {
    return this.bus.publish(tx, 'turn-notifications', ids.join(' '));
  }

  watch(_orgId: string, id: string, listener: () => void): () => void {
    this.ignore ??= this.bus.listen('turn-notifications', {
      heard: (ids) => ids.split(' ').forEach((heard) => this.listeners.get(heard)?.forEach((tell) => tell())),
      connected: () => this.listeners.forEach((set) => set.forEach((tell) => tell())),
    });
    const set = this.listeners.get(id) ?? new Set();
    this.listeners.set(id, set.add(listener));
    return () => {
      if (!set.delete(listener) || set.size > 0) return;
      this.listeners.delete(id);
      if (this.listeners.size > 0) return;
      this.ignore?.();
      this.ignore = undefined;
    };
  }

  async close(): Promise<void> {
    this.ignore?.();
  }
}
