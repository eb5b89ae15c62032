import { finalEventTypes, type TurnEvent } from '#contracts';
import type { Database } from '#database';
import type { TurnNews } from '#queue';
import { endedBy, eventsAfter, type EventRow } from './turn-events.read-model.ts';
import { GAP_PATIENCE_MS, IDLE_LOOK_MS, Wake } from './wake.ts';

/** The events of turns, from the first to the last, to any number of readers. */
export class TurnEvents {
  /** @param idleLookMs how long a look waits for news of an event, in case it was lost. */
  constructor(
    private readonly database: Database,
    private readonly news: TurnNews,
    private readonly idleLookMs = IDLE_LOOK_MS,
  ) {}

  /**
   * What the turn has told after event `after`, then what it tells live, until its last event (that of its retry, where it has one) or the abort of `signal`.
   */
  async *follow(
    orgId: string,
    turnId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<TurnEvent> {
    let last = after;
    const wake = new Wake();
    const unwatch = this.news.watch(orgId, turnId, () => wake.ring());
    const onAbort = () => wake.ring();
    signal.addEventListener('abort', onAbort);
    try {
      let gapSince: number | undefined;
      while (!signal.aborted) {
        wake.reset();
        const rows = await this.database.forOrg(orgId, (tx) => eventsAfter(tx, turnId, last));
        for (const row of rows) {
          if (row.seq !== last + 1 && !patienceIsOver(gapSince)) break;
          last = row.seq;
          gapSince = undefined;
          yield toEvent(turnId, row);
          // What stands after the end is a retry, which is followed too.
          if (finalEventTypes.includes(row.type) && row === rows.at(-1)) return;
        }
        // A reader who comes back after the last event would wait for ever.
        if (rows.length === 0 && last === after) {
          const ended = await this.database.forOrg(orgId, (tx) => endedBy(tx, turnId, after));
          if (ended) return;
        }
        const waiting = rows.length > 0 && rows.at(-1)?.seq !== last;
        if (waiting) gapSince ??= performance.now();
        await wake.wait(waiting ? GAP_PATIENCE_MS / 5 : this.idleLookMs);
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      unwatch();
    }
  }
}

function patienceIsOver(gapSince: number | undefined): boolean {
  return gapSince !== undefined && performance.now() - gapSince > GAP_PATIENCE_MS;
}

function toEvent(turnId: string, row: EventRow): TurnEvent {
  return { id: String(row.seq), turnId, type: row.type, at: row.at.toISOString(), payload: row.payload };
}
