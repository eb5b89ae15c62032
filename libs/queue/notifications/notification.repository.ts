import type { Transaction } from '#database';

/** Tells those who LISTEN to `name`, with the commit of `tx`; of an org or of the platform, the channel is one. */
export async function notify(tx: Transaction, name: string, message: string): Promise<void> {
  await tx.queryUnscoped('SELECT pg_notify($1, $2)', [name, message]);
}
