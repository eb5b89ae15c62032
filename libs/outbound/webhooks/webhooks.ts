import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, newId, type Clock } from '#config';
import { TurnpikeError, type WebhookEvent } from '#contracts';
import type { OrgTransaction } from '#database';
import { Outbox } from '#queue';
import { beginRound, insertDelivery } from './webhook.repository.ts';

/** The org's own receiver, for turns whose message names none. */
export const WEBHOOK_URL_SETTING = 'WEBHOOK_URL';

/** The turn that an event is about. */
export interface WebhookTurn {
  id: string;
  conversationId: string;
  traceparent: string;
  /** Of the message; the org's receiver when null. */
  callbackUrl: string | null;
}

/** The delivery is on its way, or there is none of that id. */
export class NotReplayableError extends TurnpikeError {
  constructor() {
    super('No finished delivery has this id; one that is on its way needs no help.', {
      code: 'DELIVERY_PENDING',
      kind: 'conflict',
    });
  }
}

/** Tells receivers of turns what has become of them. */
@Injectable()
export class Webhooks {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Outbox) private readonly outbox: Outbox,
  ) {}

  /**
   * Asks for a delivery in the transaction that the event happens in. Without a receiver it does nothing; with one its
   * statements are sent before this first waits.
   *
   * @param settings of the org.
   */
  async add(
    tx: OrgTransaction,
    event: WebhookEvent,
    turn: WebhookTurn,
    settings: { readonly get: (name: typeof WEBHOOK_URL_SETTING) => string | undefined },
  ): Promise<void> {
    const url = turn.callbackUrl ?? settings.get(WEBHOOK_URL_SETTING);
    if (!url) return;
    const id = newId(this.clock);
    const { id: turnId, conversationId, traceparent } = turn;
    const ids = { turnId, conversationId };
    await Promise.all([
      insertDelivery(tx, { id, event, url, ...ids, at: this.clock.now() }),
      this.outbox.add(tx, {
        job: 'deliver',
        key: `${id}:0`,
        payload: { deliveryId: id, round: 0 },
        traceparent,
        ...ids,
      }),
    ]);
  }

  /**
   * Sends a delivery that has ended again, under the same `webhook-id`, for another day if need be.
   *
   * @param onlyFailed one that has arrived after all is left.
   * @returns the key of the outbox task that sends it. @throws NotReplayableError
   */
  async replay(tx: OrgTransaction, id: string, { onlyFailed = false } = {}): Promise<string> {
    const begun = await beginRound(tx, { id, at: this.clock.now(), onlyFailed });
    if (!begun) throw new NotReplayableError();
    const { round, ...ids } = begun;
    const key = `${id}:${round}`;
    await this.outbox.add(tx, { job: 'deliver', key, payload: { deliveryId: id, round }, ...ids });
    return key;
  }
}
