import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#database';
import { TurnListeners, type TurnNotifications } from './turn-notifications.ts';
import { WatchedReadModel } from './watched.read-model.ts';

/** Pause between two polls. Together with the flush of the events it stays below the 250 ms limit for a live event. */
const POLL_MS = 100;

/**
 * Turn notifications on the embedded database, where NOTIFY does not cross sessions. One poller per process runs while
 * there are listeners.
 */
export class PolledTurnNotifications implements TurnNotifications {
  private readonly listeners = new TurnListeners();
  private readonly seen = new Map<string, number>();
  private readonly orgs = new Map<string, string>();
  private readonly watched: WatchedReadModel;
  private polling: AbortController | undefined;

  constructor(database: Database) {
    this.watched = new WatchedReadModel(database);
  }

  async announce(): Promise<void> {
    // The poller of the subscribed process finds the rows.
  }

  watch(orgId: string, turnId: string, listener: () => void): () => void {
    const unwatch = this.listeners.add(turnId, listener);
    this.orgs.set(turnId, orgId);
    this.start();
    return () => {
      unwatch();
      if (this.listeners.turnIds.includes(turnId)) return;
      this.seen.delete(turnId);
      this.orgs.delete(turnId);
      if (this.listeners.turnIds.length === 0) this.stop();
    };
  }

  async close(): Promise<void> {
    this.stop();
  }

  private start(): void {
    if (this.polling) return;
    this.polling = new AbortController();
    void this.keepPolling(this.polling.signal);
  }

  private stop(): void {
    this.polling?.abort();
    this.polling = undefined;
  }

  /** Each poll waits for the previous one; otherwise polls would pile up on the single session of the embedded database. */
  private async keepPolling(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await this.poll();
    }
  }

  private async poll(): Promise<void> {
    const rows = await this.watched.read(this.orgs).catch(() => []);
    for (const { id, last } of rows) {
      if ((this.seen.get(id) ?? 0) === last) continue;
      this.seen.set(id, last);
      this.listeners.tell(id);
    }
  }
}
