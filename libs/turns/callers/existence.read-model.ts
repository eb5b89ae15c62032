import type { OrgTransaction } from '#database';

/** Whether the org has a contact of that id. */
export async function contactExists(tx: OrgTransaction, id: string): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM contacts WHERE org_id = $1 AND id = $2', [id]);
  return rows.length > 0;
}

/** Keeps the contact there until the transaction ends. @returns false when it is gone or being erased. */
export async function holdContact(tx: OrgTransaction, id: string, now: Date): Promise<boolean> {
  const rows = await tx.query<{ until: Date | null }>(
    'SELECT erasing_until AS until FROM contacts WHERE org_id = $1 AND id = $2 FOR SHARE',
    [id],
  );
  return rows.some(({ until }) => until === null || until <= now);
}

/** Whether the org has a conversation of that id, a UUID; with a contact, whether it is one of theirs. */
export async function conversationExists(
  tx: OrgTransaction,
  id: string,
  contactId?: string,
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM conversations
      WHERE org_id = $1 AND id = $2 AND ($3::text IS NULL OR contact_id = $3)`,
    [id, contactId ?? null],
  );
  return rows.length > 0;
}
