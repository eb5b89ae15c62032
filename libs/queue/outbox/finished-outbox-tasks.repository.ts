import { firstIdAt, type Clock } from '#config';
import { removeOldRows, type Database } from '#database';

/** An outbox task is kept for this long after its end, so that what became of it can be looked up. */
export const OUTBOX_TASKS_KEPT_MS = 30 * 24 * 3_600_000;

/** Ids begin with their time, so that the primary key finds the old ones. */
const REMOVE = `
  DELETE FROM outbox_tasks WHERE org_id = $1 AND id IN (
    SELECT id FROM outbox_tasks WHERE org_id = $1 AND id < $2 AND finished_at < $3 ORDER BY id LIMIT $4)`;

/** Removes outbox tasks of every org that ended 30 days ago. @returns how many. */
export function removeFinishedOutboxTasks(database: Database, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - OUTBOX_TASKS_KEPT_MS);
  return removeOldRows(database, {
    table: 'outbox_tasks',
    condition: 't.created_at < $1 AND t.finished_at < $1',
    before,
    remove: (tx, limit) => tx.execute(REMOVE, [firstIdAt(before), before, limit]),
  });
}
