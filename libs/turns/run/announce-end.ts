import type { OrgTransaction } from '#database';
import type { OrgSettings } from '#identity';
import type { WebhookTurn, Webhooks } from '#outbound';
import type { TurnNotifications } from '#queue';
import { recordTurn } from '#telemetry';
import type { Admission } from '../admission/admission.service.ts';
import type { TurnEndRepository, TurnError } from './turn-end.repository.ts';

interface EndPorts {
  tx: OrgTransaction;
  admission: Admission;
  notifications: Pick<TurnNotifications, 'announce'>;
  webhooks: Webhooks;
}

interface EndWithoutReply {
  state: 'failed' | 'cancelled';
  error: TurnError | null;
  settings: OrgSettings;
  /** Milliseconds from acceptance to end without waits for people; absent if the turn does not end within a run. */
  durationMs?: number;
}

/**
 * Completes the end of a turn without a reply, in the transaction of that end: the event, the webhook, the metric and the
 * admission of the next turns.
 */
export async function announceEnd(
  repository: TurnEndRepository,
  { tx, admission, notifications, webhooks }: EndPorts,
  turn: WebhookTurn & { channel: string; retries: number },
  { state, error, settings, durationMs }: EndWithoutReply,
): Promise<void> {
  const event = `turn.${state}` as const;
  await repository.addEvent(turn.id, event, error ? { error } : {});
  await webhooks.add(tx, event, turn, settings);
  await notifications.announce(tx, turn.id, turn.conversationId);
  tx.afterCommit(() => recordTurn({ state, ...turn, durationMs, ...(error && { errorClass: error.class }) }));
  await admission.next(tx, [turn], settings);
}
