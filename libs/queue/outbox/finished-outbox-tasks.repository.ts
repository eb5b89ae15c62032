import { firstIdAt, type Clock } from '#config';
import { removeOldRows, type Database } from '#database';

/** Retention of an ended outbox task, so that its outcome can be looked up. */
export const OUTBOX_TASKS_KEPT_MS = 30 * 24 * 3_600_000;

/** Ids begin with a timestamp, so the primary key finds the old rows. */
const REMOVE = `
  DELETE FROM outbox_tasks WHERE org_id = $1 AND id IN (
    SELECT id FROM outbox_tasks WHERE org_id = $1 AND id < $2 AND finished_at < $3 ORDER BY id LIMIT $4)`;

/** Removes the outbox tasks of every org that ended more than 30 days ago. @returns the number of removed rows. */
export function removeFinishedOutboxTasks(database: Database, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - OUTBOX_TASKS_KEPT_MS);
  return removeOldRows(database, {
    table: 'outbox_tasks',
    condition: 't.created_at < $1 AND t.finished_at < $1',
    before,
    remove: (tx, limit) => tx.execute(REMOVE, [firstIdAt(before), before, limit]),
  });
}
