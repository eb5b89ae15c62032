import type { OrgTransaction } from '#pack-kit';

/** @returns whether the org has the contact. */
export async function contactExists(tx: OrgTransaction, id: string): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM contacts WHERE org_id = $1 AND id = $2', [id]);
  return rows.length > 0;
}

/** Holds the contact until the transaction ends. @returns false if it is gone or being erased. */
export async function lockContact(tx: OrgTransaction, id: string, now: Date): Promise<boolean> {
  const rows = await tx.query<{ until: Date | null }>(
    'SELECT erasing_until AS until FROM contacts WHERE org_id = $1 AND id = $2 FOR SHARE',
    [id],
  );
  return rows.some(({ until }) => until === null || until <= now);
}

/** @returns whether the org has the conversation, whose id is a UUID; with `contactId`, whether it belongs to that contact. */
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
