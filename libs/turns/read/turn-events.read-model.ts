import { endStates } from '#contracts';
import type { OrgTransaction } from '#database';
import type { LoggedEvent } from '../journal/journal.repository.ts';
import { stateOf } from '../turn-state.ts';

/** @returns the events of the turn after event `after`, in order. Events whose transaction has not committed yet are missing. */
export function eventsAfter(tx: OrgTransaction, turnId: string, after: number): Promise<LoggedEvent[]> {
  return tx.query<LoggedEvent>(
    'SELECT seq, type, payload, at FROM turn_events WHERE org_id = $1 AND turn_id = $2 AND seq > $3 ORDER BY seq',
    [turnId, after],
  );
}

/** @returns whether the turn has ended and has no event after event `seq`. */
export async function endedBy(tx: OrgTransaction, turnId: string, seq: number): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM turns
      WHERE org_id = $1 AND id = $2 AND ${stateOf('turns')} = ANY($4) AND NOT EXISTS (
        SELECT 1 FROM turn_events e WHERE e.org_id = $1 AND e.turn_id = $2 AND e.seq > $3)`,
    [turnId, seq, endStates],
  );
  return rows.length > 0;
}
