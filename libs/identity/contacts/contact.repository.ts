import type { OrgTransaction } from '#database';
import type { Contact } from './contact.entity.ts';

/** A contact as others know it. */
export type KnownContact = Omit<Contact, 'erasingUntil'>;

const COLUMNS = `org_id AS "orgId", id, name, language, created_at AS "createdAt"`;

/** @returns undefined when there is one of that id already. */
export async function insertContact(
  tx: OrgTransaction,
  contact: Omit<KnownContact, 'orgId'>,
): Promise<KnownContact | undefined> {
  const [inserted] = await tx.query<KnownContact>(
    `INSERT INTO contacts (org_id, id, name, language, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (org_id, id) DO NOTHING RETURNING ${COLUMNS}`,
    [contact.id, contact.name, contact.language, contact.createdAt],
  );
  return inserted;
}

export async function findContact(tx: OrgTransaction, id: string): Promise<KnownContact | null> {
  const [contact] = await tx.query<KnownContact>(
    `SELECT ${COLUMNS} FROM contacts WHERE org_id = $1 AND id = $2`,
    [id],
  );
  return contact ?? null;
}

/** Name and language where none is known yet. */
export async function fillContact(
  tx: OrgTransaction,
  { id, name, language }: Pick<KnownContact, 'id' | 'name' | 'language'>,
): Promise<void> {
  await tx.execute(
    `UPDATE contacts SET name = coalesce(name, $3), language = coalesce(language, $4) WHERE org_id = $1 AND id = $2`,
    [id, name, language],
  );
}

/** @returns whether there was one. */
export async function deleteContact(tx: OrgTransaction, id: string): Promise<boolean> {
  return (await tx.execute('DELETE FROM contacts WHERE org_id = $1 AND id = $2', [id])) > 0;
}

/** Marks the contact as being erased. Waits for the messages that are just taken in for it. */
export async function markErasing(tx: OrgTransaction, id: string, until: Date): Promise<void> {
  await tx.execute('UPDATE contacts SET erasing_until = $3 WHERE org_id = $1 AND id = $2', [id, until]);
}

/** Moves the end of a mark, or with null takes it away; not where another erasure has set its own. */
export async function moveErasing(
  tx: OrgTransaction,
  id: string,
  { from, to }: { from: Date; to: Date | null },
): Promise<void> {
  await tx.execute(
    'UPDATE contacts SET erasing_until = $4 WHERE org_id = $1 AND id = $2 AND erasing_until = $3',
    [id, from, to],
  );
}

/** Until when the contact is being erased. It is not begun before the transaction ends. */
export async function erasingUntil(tx: OrgTransaction, id: string): Promise<Date | null> {
  const [row] = await tx.query<{ until: Date | null }>(
    'SELECT erasing_until AS until FROM contacts WHERE org_id = $1 AND id = $2 FOR SHARE',
    [id],
  );
  return row?.until ?? null;
}
