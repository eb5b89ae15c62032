import type { Clock } from '#config';
import { removeOldRows, type Database } from '#database';

/** A delivery is kept for this long after its end, and can be sent again until then. */
export const DELIVERIES_KEPT_MS = 30 * 24 * 3_600_000;
/** Mail is kept for this long after it was written, stored or sent; so long is its key known, too. */
export const MAIL_KEPT_MS = 30 * 24 * 3_600_000;

/** One that is being sent again at this moment is another's, and has not ended. */
const REMOVE_DELIVERIES = `
  WITH old AS (
    SELECT id FROM webhook_deliveries
     WHERE org_id = $1 AND created_at < $2 AND finished_at < $2
     ORDER BY created_at, id LIMIT $3 FOR UPDATE SKIP LOCKED
  ), attempts AS (
    DELETE FROM webhook_attempts WHERE org_id = $1 AND delivery_id IN (SELECT id FROM old)
  )
  DELETE FROM webhook_deliveries WHERE org_id = $1 AND id IN (SELECT id FROM old)`;

/** Of what is in `sending` nobody knows whether it has left: its key keeps it from being sent again. */
const REMOVE_MAIL = `
  DELETE FROM outbox_messages WHERE org_id = $1 AND id IN (
    SELECT id FROM outbox_messages WHERE org_id = $1 AND created_at < $2 AND state <> 'sending'
     ORDER BY created_at, id LIMIT $3)`;

/** Removes deliveries of every org that ended 30 days ago, with their attempts. @returns how many. */
export function removeFinishedDeliveries(database: Database, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - DELIVERIES_KEPT_MS);
  return removeOldRows(database, {
    table: 'webhook_deliveries',
    condition: 't.created_at < $1 AND t.finished_at < $1',
    before,
    remove: (tx, limit) => tx.execute(REMOVE_DELIVERIES, [before, limit]),
  });
}

/** Removes mail of every org that was written 30 days ago. @returns how many. */
export function removeOldMail(database: Database, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - MAIL_KEPT_MS);
  return removeOldRows(database, {
    table: 'outbox_messages',
    condition: "t.created_at < $1 AND t.state <> 'sending'",
    before,
    remove: (tx, limit) => tx.execute(REMOVE_MAIL, [before, limit]),
  });
}
