import { endStates, finalEventTypes, type TurnEventType } from '#contracts';
import type { OrgTransaction } from '#database';
import { stateOf } from '../turn-state.ts';

export interface EventRow {
  seq: number;
  type: TurnEventType;
  payload: Record<string, unknown>;
  at: Date;
}

/** @returns the events of the turn after event `after`, in order. Events whose transaction has not committed yet are missing. */
export function eventsAfter(tx: OrgTransaction, turnId: string, after: number): Promise<EventRow[]> {
  return tx.query<EventRow>(
    'SELECT seq, type, payload, at FROM turn_events WHERE org_id = $1 AND turn_id = $2 AND seq > $3 ORDER BY seq',
    [turnId, after],
  );
}

/**
 * @returns whether the turn ended with event `seq` or before it, and was not retried since. A turn that was stored in its
 *   final state, such as a seeded one, has no events at all.
 */
export async function endedBy(tx: OrgTransaction, turnId: string, seq: number): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM turn_events e
      WHERE e.org_id = $1 AND e.turn_id = $2 AND e.seq <= $3 AND e.type = ANY($4) AND NOT EXISTS (
        SELECT 1 FROM turn_events later WHERE later.org_id = $1 AND later.turn_id = $2 AND later.seq > e.seq)
      UNION ALL
     SELECT 1 FROM turns
      WHERE org_id = $1 AND id = $2 AND ${stateOf('turns')} = ANY($5) AND NOT EXISTS (
        SELECT 1 FROM turn_events e WHERE e.org_id = $1 AND e.turn_id = $2)`,
    [turnId, seq, finalEventTypes, endStates],
  );
  return rows.length > 0;
}
