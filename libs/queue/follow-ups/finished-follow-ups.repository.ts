import { firstIdAt, type Clock } from '#config';
import { removeOldRows, type Database } from '#database';

/** A follow-up is kept for this long after its end, so that what became of it can be looked up. */
export const FOLLOW_UPS_KEPT_MS = 30 * 24 * 3_600_000;

/** Ids begin with their time, so that the primary key finds the old ones. */
const REMOVE = `
  DELETE FROM follow_ups WHERE org_id = $1 AND id IN (
    SELECT id FROM follow_ups WHERE org_id = $1 AND id < $2 AND finished_at < $3 ORDER BY id LIMIT $4)`;

/** Removes follow-ups of every org that ended 30 days ago. @returns how many. */
export function removeFinishedFollowUps(database: Database, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - FOLLOW_UPS_KEPT_MS);
  return removeOldRows(database, {
    table: 'follow_ups',
    condition: 't.created_at < $1 AND t.finished_at < $1',
    before,
    remove: (tx, limit) => tx.execute(REMOVE, [firstIdAt(before), before, limit]),
  });
}
