import type { TurnEventType } from '#contracts';
import { jsonbText, sqlStateOf, type OrgTransaction } from '#database';
import { LeaseLostError, TurnCancelledError } from '../turn.errors.ts';

export interface LoggedEvent {
  seq: number;
  type: TurnEventType;
  payload: Record<string, unknown>;
  at: Date;
}

export interface LoggedStep {
  key: string;
  requestHash: string;
  outcome: unknown;
}

/** What a run writes at one time. */
export interface LogRows {
  events: LoggedEvent[];
  steps: LoggedStep[];
}

const LEASE_LOST = 'TP001';
const CANCELLED = 'TP002';

/**
 * One statement: hold the turn under the lease, and only then write. What is there already was written by a try whose
 * answer got lost. Without the lease, and where `$6` says so for a turn that is to be cancelled, it fails.
 */
const WRITE_LOG = `
  WITH held AS (
    SELECT cancel_requested FROM turns
     WHERE org_id = $1 AND id = $2 AND lease_token = $3 AND state = 'running' FOR NO KEY UPDATE
  ), journal AS (
    INSERT INTO turn_steps (org_id, turn_id, key, request_hash, outcome)
    SELECT $1, $2, step.key, step."requestHash", step.outcome
      FROM held, jsonb_to_recordset($4::jsonb) AS step(key text, "requestHash" text, outcome jsonb)
    ON CONFLICT DO NOTHING
  ), told AS (
    INSERT INTO turn_events (org_id, turn_id, seq, type, payload, at)
    SELECT $1, $2, event.seq, event.type, event.payload, event.at
      FROM held, jsonb_to_recordset($5::jsonb) AS event(seq int, type text, payload jsonb, at timestamptz)
    ON CONFLICT DO NOTHING
  )
  SELECT cancel_requested AS "cancelRequested" FROM held WHERE NOT ($6 AND cancel_requested)
   UNION ALL SELECT refuse('${CANCELLED}', 'the turn is to be cancelled') FROM held WHERE $6 AND cancel_requested
   UNION ALL SELECT refuse('${LEASE_LOST}', 'another worker has the turn') WHERE NOT EXISTS (SELECT 1 FROM held)`;

/**
 * Writes under the lease, which holds the turn's row until `tx` ends. Sent at once. {@link refusalOf} reads its errors.
 *
 * @param ifCancelled whether a wish to cancel the turn undoes `tx`.
 * @returns one row that says whether there is such a wish.
 */
export function writeLog(
  tx: OrgTransaction,
  { turnId, leaseToken }: { turnId: string; leaseToken: string },
  { events, steps }: LogRows,
  ifCancelled: 'keep' | 'undo',
): Promise<{ cancelRequested: boolean }[]> {
  return tx.query<{ cancelRequested: boolean }>(WRITE_LOG, [
    turnId,
    leaseToken,
    jsonbText(steps),
    jsonbText(events),
    ifCancelled === 'undo',
  ]);
}

/** What {@link writeLog} says with an error of the database; undefined when it says nothing of the turn. */
export function refusalOf(error: unknown, turnId: string): Error | undefined {
  const state = sqlStateOf(error);
  if (state === LEASE_LOST) return new LeaseLostError(turnId);
  return state === CANCELLED ? new TurnCancelledError() : undefined;
}
