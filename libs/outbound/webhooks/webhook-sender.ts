import { Webhook } from 'standardwebhooks';
import type { Clock } from '#config';
import { DatabaseUnavailableError, type Database, type OrgTransaction } from '#database';
import { PermanentJobError, RunLaterError } from '#queue';
import { recordWebhookAttempt } from '#telemetry';
import { redactText } from '#text';
import type { HttpPort } from '#pack-kit';
import { retryAfterMs } from '../http/retry-after.ts';
import { OutboundRefusedError } from '../outbound.errors.ts';
import { nextPauseMs } from './retry-schedule.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';
import {
  findPending,
  markRoundDead,
  recordAttempt,
  type DeliveryRound,
  type PendingDelivery,
} from './webhook.repository.ts';

/** The receiver accepts no more deliveries (HTTP 410). */
const GONE = 410;

const ATTEMPT_OUTCOMES = { delivered: 'delivered', pending: 'retry', failed: 'given_up' } as const;

/** Returns the turn as `GET /v1/turns/:id` does; undefined if it no longer exists. */
export type TurnView = (orgId: string, turnId: string) => Promise<unknown>;

interface Outcome {
  kind: 'delivered' | 'retry' | 'give_up';
  status: number | null;
  error: string | null;
  retryAfterMs?: number;
}

/** Makes the attempts of deliveries by the Standard Webhooks specification. */
export class WebhookSender {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly http: HttpPort,
    private readonly secrets: WebhookSecrets,
    private readonly turnView: TurnView,
  ) {}

  /**
   * Makes the next attempt of a delivery and records it. If a worker dies before the record, the receiver gets the attempt
   * twice with the same `webhook-id`.
   *
   * @throws RunLaterError if another attempt follows; PermanentJobError if none does.
   */
  async attempt(orgId: string, round: DeliveryRound, signal: AbortSignal): Promise<void> {
    const delivery = await this.database.forOrg(orgId, (tx) => findPending(tx, round));
    if (!delivery) return;
    const startedAt = performance.now();
    const outcome = await this.send(orgId, delivery, signal);
    const durationMs = performance.now() - startedAt;
    const at = this.clock.now();
    const pause =
      outcome.kind === 'retry'
        ? nextPauseMs(
            delivery.roundAttempts + 1,
            at.getTime() - delivery.roundBeganAt.getTime(),
            outcome.retryAfterMs,
          )
        : undefined;
    const { status, error } = outcome;
    const state = outcome.kind === 'delivered' ? 'delivered' : pause === undefined ? 'failed' : 'pending';
    const nextAttemptAt = pause === undefined ? null : new Date(at.getTime() + pause);
    const recorded = await this.database.forOrg(orgId, (tx) =>
      recordAttempt(tx, delivery, { status, error, durationMs, at, state, nextAttemptAt }),
    );
    if (!recorded) return;
    recordWebhookAttempt(ATTEMPT_OUTCOMES[state]);
    if (pause !== undefined) throw new RunLaterError(pause, error ?? 'not delivered');
    if (state === 'failed') throw new PermanentJobError(error ?? 'not delivered');
  }

  /** Ends a round as failed if its attempts could not be recorded, so that it is visible and can be sent again. */
  markDead(tx: OrgTransaction, round: DeliveryRound, reason: string): Promise<void> {
    return markRoundDead(tx, round, reason, this.clock.now());
  }

  private async send(orgId: string, delivery: PendingDelivery, signal: AbortSignal): Promise<Outcome> {
    try {
      const turn = await this.turnView(orgId, delivery.turnId);
      if (turn === undefined) return { kind: 'give_up', status: null, error: 'The turn no longer exists.' };
      const body = JSON.stringify({
        type: delivery.event,
        timestamp: delivery.createdAt.toISOString(),
        data: turn,
      });
      const answer = await this.http.request({
        url: delivery.url,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(await this.signed(orgId, delivery.id, body)) },
        body,
        signal,
        followRedirects: false,
        acceptAnyStatus: true,
      });
      return outcomeOf(answer.status, answer.headers['retry-after'], this.clock.now());
    } catch (error) {
      // After a takeover, the other worker makes this attempt again. A request that could not be sent does not count as
      // an attempt.
      signal.throwIfAborted();
      if (error instanceof DatabaseUnavailableError) throw error;
      const message = redactText(error instanceof Error ? error.message : String(error));
      return {
        kind: error instanceof OutboundRefusedError ? 'give_up' : 'retry',
        status: null,
        error: message,
      };
    }
  }

  /** Returns one signature for each current secret. */
  private async signed(orgId: string, id: string, body: string): Promise<Record<string, string>> {
    const secrets = await this.database.forOrg(orgId, (tx) => this.secrets.of(tx));
    const at = this.clock.now();
    const signatures = [secrets.current, ...(secrets.previous ? [secrets.previous] : [])].map((secret) =>
      new Webhook(secret).sign(id, at, body),
    );
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signatures.join(' '),
    };
  }
}

function outcomeOf(status: number, retryAfter: string | undefined, now: Date): Outcome {
  if (status >= 200 && status < 300) return { kind: 'delivered', status, error: null };
  const error = `The receiver answered with status ${status}.`;
  if (status === GONE) return { kind: 'give_up', status, error };
  const wait = retryAfterMs(retryAfter, now);
  return { kind: 'retry', status, error, ...(wait === undefined ? {} : { retryAfterMs: wait }) };
}
