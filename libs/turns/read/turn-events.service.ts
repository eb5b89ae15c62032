import { Inject, Injectable } from '@nestjs/common';
import { finalEventTypes, type TurnEvent } from '#contracts';
import { Database } from '#database';
import { TURN_NOTIFICATIONS, type TurnNotifications } from '#queue';
import { endedBy, eventsAfter, type EventRow } from './turn-events.read-model.ts';
import { GAP_PATIENCE_MS, IDLE_LOOK_MS, Wake } from './wake.ts';

/** The events of turns, from the first to the last, for any number of readers. */
@Injectable()
export class TurnEvents {
  /** A reader waits this long for a notification before it looks without one, in case one was lost. */
  idleLookMs = IDLE_LOOK_MS;

  constructor(
    private readonly database: Database,
    @Inject(TURN_NOTIFICATIONS) private readonly notifications: TurnNotifications,
  ) {}

  /**
   * The stored events of the turn after event `after`, then its live events, until its last event (after a retry, that of
   * the retry) or the abort of `signal`.
   */
  async *follow(
    orgId: string,
    turnId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<TurnEvent> {
    let last = after;
    const wake = new Wake();
    const unwatch = this.notifications.watch(orgId, turnId, () => wake.ring());
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
          // Events after the end belong to a retry, which is followed too.
          if (finalEventTypes.includes(row.type) && row === rows.at(-1)) return;
        }
        // A reader that reconnects after the last event would otherwise wait for ever.
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
