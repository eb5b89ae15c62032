import type { OrgTransaction } from '#database';

/** Whether the org has a contact of that id. */
export async function contactExists(tx: OrgTransaction, id: string): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM contacts WHERE org_id = $1 AND id = $2', [id]);
  return rows.length > 0;
}

/** Whether the org has a conversation of that id, a UUID. */
export async function conversationExists(tx: OrgTransaction, id: string): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM conversations WHERE org_id = $1 AND id = $2', [id]);
  return rows.length > 0;
}
