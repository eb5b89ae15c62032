import type { OrgTransaction } from '#database';
import type { OrgSettings } from '#identity';
import { recordTurn } from '#telemetry';
import type { WebhookTurn, Webhooks } from '#outbound';
import type { TurnNotifications } from '#queue';
import type { Admission } from '../admission/admission.service.ts';
import type { TurnPorts, TurnRun } from '../pipeline/turn-context.ts';
import { holdConversation, type TurnEndRepository, type TurnError } from './turn-end.repository.ts';

/** The end of a run, written in the run's own transaction. */
export interface RunEnd {
  event: 'turn.completed' | 'turn.awaiting_approval';
  payload: Record<string, unknown>;
  settings: OrgSettings;
  /** Additional statements for this kind of end. All are sent in order without waiting for each other. */
  statements: (tx: OrgTransaction) => Promise<unknown>[];
}

/**
 * Ends a run in one transaction, whose statements are pipelined in the order of this list.
 *
 * @returns the number of turns admitted into the freed slots.
 * @throws TurnCancelledError, LeaseLostError
 */
export function commitRunEnd(ports: TurnPorts, { row, log }: TurnRun, end: RunEnd): Promise<number> {
  return ports.database.forOrgAtOnce(row.orgId, async (tx) => {
    const statements = [
      holdConversation(tx, row.conversationId),
      log.writeEndInto(tx, end.event, end.payload),
      ...end.statements(tx),
      ports.webhooks.add(tx, end.event, row, end.settings),
    ];
    // Sent last, after the statements that free the slot.
    const admitted = ports.admission.next(tx, row, end.settings);
    const [count] = await Promise.all([admitted, ...statements]);
    return count;
  });
}

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
  /** Milliseconds from acceptance to end; absent if the turn does not end within a run. */
  durationMs?: number;
}

/**
 * Completes the end of a turn without a reply, in the transaction of that end: the event, the webhook, the metric and the
 * admission of the next turns.
 */
export async function announceEnd(
  repository: TurnEndRepository,
  { tx, admission, notifications, webhooks }: EndPorts,
  turn: WebhookTurn & { channel: string },
  { state, error, settings, durationMs }: EndWithoutReply,
): Promise<void> {
  const event = `turn.${state}` as const;
  await repository.addEvent(turn.id, event, error ? { error } : {});
  await webhooks.add(tx, event, turn, settings);
  await notifications.announce(tx, turn.id, turn.conversationId);
  tx.afterCommit(() =>
    recordTurn({ state, channel: turn.channel, durationMs, ...(error && { errorClass: error.class }) }),
  );
  await admission.next(tx, turn, settings);
}
