import type { TurnState } from '#contracts';
import { type OrgTransaction } from '#database';
import { jsonbText } from '#text';
import type { Turn } from '../turn.entity.ts';

type ControlledTurn = Pick<
  Turn,
  'id' | 'conversationId' | 'channel' | 'traceparent' | 'callbackUrl' | 'retries'
>;

export function findTurn(tx: OrgTransaction, turnId: string): Promise<ControlledTurn | undefined> {
  return tx.first<ControlledTurn>(
    `SELECT id, conversation_id AS "conversationId", channel, traceparent, callback_url AS "callbackUrl", retries
       FROM turns WHERE org_id = $1 AND id = $2`,
    [turnId],
  );
}

/**
 * Requests the cancellation of the turn.
 *
 * @returns the state of the turn and whether a worker has it, which then sees the request; undefined if the turn has ended.
 */
export function requestCancel(
  tx: OrgTransaction,
  turnId: string,
): Promise<{ state: TurnState; held: boolean } | undefined> {
  return tx.first<{ state: TurnState; held: boolean }>(
    `UPDATE turns SET cancel_requested = true
      WHERE org_id = $1 AND id = $2 AND state IN ('queued', 'running', 'awaiting_approval')
      RETURNING state, state = 'running' AND lease_until > clock_timestamp() AS held`,
    [turnId],
  );
}

/**
 * A person has intervened, so earlier starts no longer suggest that the turn crashes its workers. The journal stays, except
 * for the chosen routes if a model failed. The end of the first attempt is kept, so that a retry does not change the figures of
 * the day of the failure. A subquery sees the row as it was before the statement.
 */
const RETRY = `
  WITH contact AS (
    SELECT c.erasing_until FROM turns t JOIN contacts c ON c.org_id = t.org_id AND c.id = t.contact_id
     WHERE t.org_id = $1 AND t.id = $2 FOR SHARE OF c
  ), retried AS (
    UPDATE turns SET state = 'queued', admission = 'behind', run = run + 1, starts = 0, cancel_requested = false,
           error_class = NULL, error_message = NULL, finished_at = NULL, retries = retries + 1,
           first_finished_at = coalesce(first_finished_at, finished_at), first_error_class = coalesce(first_error_class, error_class)
     WHERE org_id = $1 AND id = $2 AND state = 'failed'
       AND NOT EXISTS (SELECT 1 FROM contact WHERE erasing_until > $4)
    RETURNING org_id, id
  ), route AS (
    DELETE FROM turn_steps s USING retried r, turns failed
     WHERE s.org_id = r.org_id AND s.turn_id = r.id AND (s.key = 'route' OR starts_with(s.key, 'route:'))
       AND failed.org_id = r.org_id AND failed.id = r.id AND starts_with(failed.error_class, 'MODEL_')
  ), event AS (
    INSERT INTO turn_events (org_id, turn_id, seq, type, payload, at)
    SELECT org_id, id, (SELECT coalesce(max(e.seq), 0) + 1 FROM turn_events e WHERE e.org_id = $1 AND e.turn_id = $2),
           'turn.queued', $3, $4 FROM retried
  )
  SELECT id FROM retried`;

/**
 * Puts a failed turn back to `queued` with a new run. Its journal stays, so that no step is repeated. If a model failed,
 * the route is chosen again, because the person has probably corrected a key or a model. The caller holds the lock on the
 * conversation.
 *
 * @returns false if the turn has not failed, or its contact is being erased.
 */
export async function retryFailed(tx: OrgTransaction, turnId: string, at: Date): Promise<boolean> {
  const rows = await tx.query(RETRY, [turnId, jsonbText({ retried: true }), at]);
  return rows.length > 0;
}
