import type { OrgTransaction, PlatformTransaction, Transaction } from '#database';

/** Sends NOTIFY on channel `name` with the commit of `tx`. Orgs and the platform use the same channel. */
export async function notify(tx: Transaction, name: string, message: string): Promise<void> {
  await tx.queryUnscoped('SELECT pg_notify($1, $2)', [name, message]);
}

/** A stored notification of the embedded database, whose one session numbers them in the order of their commits. */
interface StoredNotification {
  seq: string;
  message: string;
}

export async function insertNotification(tx: OrgTransaction, message: string): Promise<void> {
  await tx.execute('INSERT INTO turn_notifications (org_id, message) VALUES ($1, $2)', [message]);
}

/** @returns the last notification; one with the number 0 if there is none. */
export function firstSeq(tx: PlatformTransaction): Promise<StoredNotification[]> {
  return tx.query(`SELECT coalesce(max(seq), 0) AS seq, '' AS message FROM turn_notifications`);
}

export function notificationsAfter(tx: PlatformTransaction, seq: string): Promise<StoredNotification[]> {
  return tx.query('SELECT seq, message FROM turn_notifications WHERE seq > $1 ORDER BY seq', [seq]);
}

/** Removes notifications that every poller has read. */
export async function removeNotifications(tx: PlatformTransaction): Promise<void> {
  await tx.execute(`DELETE FROM turn_notifications WHERE at < clock_timestamp() - interval '1 minute'`);
}
