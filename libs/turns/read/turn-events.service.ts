import { Inject, Injectable } from '@nestjs/common';
import { finalEventTypes, type TurnEvent } from '#contracts';
import { Database } from '#database';
import { TURN_NOTIFICATIONS, type TurnNotifications } from '#queue';
import type { LoggedEvent } from '../journal/journal.repository.ts';
import { lookLive } from '../live/conversation-reader.repository.ts';
import { SentText } from '../live/sent-text.ts';
import { GAP_LOOK_MS, Gaps } from './gaps.ts';
import { endedBy, eventsAfter } from './turn-events.read-model.ts';
import { IDLE_LOOK_MS, Wake } from './wake.ts';

/** The events and the live text of turns, from the first event to the last, for any number of readers. */
@Injectable()
export class TurnEvents {
  /** A reader waits this long for a notification before it looks without one, in case one was lost. */
  idleLookMs = IDLE_LOOK_MS;
  /** Maximum wait for a missing event, instead of the usual one. */
  gapPatienceMs?: number;

  constructor(
    private readonly database: Database,
    @Inject(TURN_NOTIFICATIONS) private readonly notifications: TurnNotifications,
  ) {}

  /**
   * The stored events of the turn after event `after`, then its live events, until its last event (after a retry, that of
   * the retry) or the abort of `signal`. An event of the live text has the id of the stored event before it: a reader that
   * returns with that id receives the text so far or the reply, after `text.reset`.
   */
  async *follow(
    orgId: string,
    turnId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<TurnEvent> {
    let last = after;
    const wake = new Wake(signal);
    const gaps = new Gaps(this.gapPatienceMs);
    const sent = new SentText(after === 0 ? '' : undefined);
    const unwatch = this.notifications.watch(orgId, turnId, () => wake.ring());
    try {
      while (!signal.aborted) {
        wake.reset();
        const [rows, live] = await this.database.forOrgAtOnce(orgId, (tx) =>
          Promise.all([eventsAfter(tx, turnId, last), lookLive(tx, turnId)]),
        );
        const ready = gaps.passed(rows.map((row) => ({ ...row, turnSeq: 0, received: last })));
        for (const row of ready) {
          for (const text of sent.before(row.type, row.payload))
            yield toEvent(turnId, { ...text, seq: last, at: row.at });
          last = row.seq;
          yield toEvent(turnId, row);
          // Events after the end belong to a retry, which is followed too.
          if (finalEventTypes.includes(row.type) && row.seq === rows.at(-1)?.seq) return;
        }
        if (live?.turnId === turnId && live.seq === last)
          for (const text of sent.upTo(live.text)) yield toEvent(turnId, { ...text, seq: last, at: live.at });
        // A reader that reconnects after the last event would otherwise wait for ever.
        if (rows.length === 0 && last === after) {
          const ended = await this.database.forOrg(orgId, (tx) => endedBy(tx, turnId, after));
          if (ended) return;
        }
        await wake.wait(ready.length < rows.length ? GAP_LOOK_MS : this.idleLookMs);
      }
    } finally {
      unwatch();
    }
  }
}

function toEvent(turnId: string, { seq, type, payload, at }: LoggedEvent): TurnEvent {
  return { id: String(seq), turnId, type, at: at.toISOString(), payload };
}
