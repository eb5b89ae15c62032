import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, newId, type Clock } from '#config';
import { TurnpikeError, type WebhookEvent } from '#contracts';
import type { OrgTransaction } from '#database';
import { Outbox } from '#queue';
import { beginRound, insertDelivery } from './webhook.repository.ts';

/** The org's receiver, for turns whose message has no receiver. */
export const WEBHOOK_URL_SETTING = 'WEBHOOK_URL';

export interface WebhookTurn {
  id: string;
  conversationId: string;
  traceparent: string;
  /** Receiver of the message; the org's receiver if null. */
  callbackUrl: string | null;
}

/** The delivery has not ended or does not exist. */
export class NotReplayableError extends TurnpikeError {
  constructor() {
    super('No finished delivery has this id. A delivery in progress cannot be replayed.', {
      code: 'DELIVERY_PENDING',
      kind: 'conflict',
    });
  }
}

/** Delivers the events of turns to webhook receivers. */
@Injectable()
export class Webhooks {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(Outbox) private readonly outbox: Outbox,
  ) {}

  /**
   * Requests a delivery in the transaction of the event. Without a receiver it does nothing; otherwise it sends its
   * statements before its first await.
   *
   * @param settings settings of the org.
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
   * Sends an ended delivery again with the same `webhook-id`, in a new round of up to a day.
   *
   * @param onlyFailed leaves out a delivery that has arrived meanwhile.
   * @returns the key of the outbox task that sends it.
   * @throws NotReplayableError if the delivery has not ended or does not exist.
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
