import type { Database, Transaction } from '#database';
import { TurnListeners, type TurnNews } from './turn-news.ts';

/** Half of the 250 ms within which a live event has to arrive on the embedded database. */
const POLL_MS = 100;

/** News on the embedded database, where NOTIFY does not cross sessions: one poller per process, while somebody watches. */
export class PolledTurnNews implements TurnNews {
  private readonly listeners = new TurnListeners();
  private readonly seen = new Map<string, number>();
  private readonly orgs = new Map<string, string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: Database) {}

  async announce(): Promise<void> {
    // The poller of the reading process finds the rows.
  }

  watch(orgId: string, turnId: string, listener: () => void): () => void {
    const unwatch = this.listeners.add(turnId, listener);
    this.orgs.set(turnId, orgId);
    this.timer ??= setInterval(() => void this.poll(), POLL_MS);
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

  private stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async poll(): Promise<void> {
    const rows = await this.database
      .asPlatform('one poller watches the turns of every org', (tx: Transaction) =>
        tx.query<{ turnId: string; last: number }>(
          `SELECT e.turn_id AS "turnId", max(e.seq) AS last
             FROM unnest($1::uuid[], $2::uuid[]) AS watched(org_id, turn_id)
             JOIN turn_events e ON e.org_id = watched.org_id AND e.turn_id = watched.turn_id
            GROUP BY e.turn_id`,
          [[...this.orgs.values()], [...this.orgs.keys()]],
        ),
      )
      .catch(() => []);
    for (const { turnId, last } of rows) {
      if (this.seen.get(turnId) === last) continue;
      this.seen.set(turnId, last);
      this.listeners.tell(turnId);
    }
  }
}
