import type { Transaction } from '#database';

/** Sends NOTIFY on channel `name` with the commit of `tx`. Orgs and the platform use the same channel. */
export async function notify(tx: Transaction, name: string, message: string): Promise<void> {
  await tx.queryUnscoped('SELECT pg_notify($1, $2)', [name, message]);
}
