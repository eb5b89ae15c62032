import type { TurnState } from '#contracts';
import type { OrgTransaction } from '#database';
import type { WebhookTurn } from '#outbound';
import type { Lane } from './admission.repository.ts';

/** @returns undefined when the org has no such turn. */
export async function findTurnToCancel(
  tx: OrgTransaction,
  turnId: string,
): Promise<(WebhookTurn & { lane: Lane }) | undefined> {
  const [turn] = await tx.query<WebhookTurn & { lane: Lane }>(
    `SELECT id, conversation_id AS "conversationId", lane, traceparent, callback_url AS "callbackUrl"
       FROM turns WHERE org_id = $1 AND id = $2`,
    [turnId],
  );
  return turn;
}

/** Leaves the wish that the turn stops. @returns the state that it is in, undefined when it has ended. */
export async function requestCancel(tx: OrgTransaction, turnId: string): Promise<TurnState | undefined> {
  const [marked] = await tx.query<{ state: TurnState }>(
    `UPDATE turns SET cancel_requested = true
      WHERE org_id = $1 AND id = $2 AND state IN ('queued', 'running', 'awaiting_approval') RETURNING state`,
    [turnId],
  );
  return marked?.state;
}
