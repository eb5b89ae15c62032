import type { Clock } from '#config';
import { removeOldRows, type Database } from '#database';

/** Retention of an ended delivery. It can be sent again until then. */
export const DELIVERIES_KEPT_MS = 30 * 24 * 3_600_000;
/** Retention of mail after it was written. Its idempotency key is known for the same time. */
export const MAIL_KEPT_MS = 30 * 24 * 3_600_000;

/** SKIP LOCKED leaves out a delivery that is being sent again, because it has not ended. */
const REMOVE_DELIVERIES = `
  WITH old AS (
    SELECT id FROM webhook_deliveries
     WHERE org_id = $1 AND created_at < $2 AND finished_at < $2
     ORDER BY created_at, id LIMIT $3 FOR UPDATE SKIP LOCKED
  ), attempts AS (
    DELETE FROM webhook_attempts WHERE org_id = $1 AND delivery_id IN (SELECT id FROM old)
  )
  DELETE FROM webhook_deliveries WHERE org_id = $1 AND id IN (SELECT id FROM old)`;

/** Mail in state `sending` has an unknown outcome and is kept: its key prevents a second send. */
const REMOVE_MAIL = `
  DELETE FROM outbox_messages WHERE org_id = $1 AND id IN (
    SELECT id FROM outbox_messages WHERE org_id = $1 AND created_at < $2 AND state <> 'sending'
     ORDER BY created_at, id LIMIT $3)`;

/**
 * Removes the deliveries of every org that ended more than 30 days ago, with their attempts.
 *
 * @returns the number of deliveries.
 */
export function removeFinishedDeliveries(database: Database, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - DELIVERIES_KEPT_MS);
  return removeOldRows(database, {
    table: 'webhook_deliveries',
    condition: 't.created_at < $1 AND t.finished_at < $1',
    before,
    remove: (tx, limit) => tx.execute(REMOVE_DELIVERIES, [before, limit]),
  });
}

/** Removes the mail of every org that was written more than 30 days ago. @returns the number of mails. */
export function removeOldMail(database: Database, clock: Clock): Promise<number> {
  const before = new Date(clock.now().getTime() - MAIL_KEPT_MS);
  return removeOldRows(database, {
    table: 'outbox_messages',
    condition: "t.created_at < $1 AND t.state <> 'sending'",
    before,
    remove: (tx, limit) => tx.execute(REMOVE_MAIL, [before, limit]),
  });
}
