import type { OrgTransaction } from '#database';
import type { Contact } from './contact.entity.ts';

const COLUMNS = `org_id AS "orgId", id, name, language, created_at AS "createdAt"`;

/** @returns undefined when there is one of that id already. */
export async function insertContact(
  tx: OrgTransaction,
  contact: Omit<Contact, 'orgId'>,
): Promise<Contact | undefined> {
  const [inserted] = await tx.query<Contact>(
    `INSERT INTO contacts (org_id, id, name, language, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (org_id, id) DO NOTHING RETURNING ${COLUMNS}`,
    [contact.id, contact.name, contact.language, contact.createdAt],
  );
  return inserted;
}

export async function findContact(tx: OrgTransaction, id: string): Promise<Contact | null> {
  const [contact] = await tx.query<Contact>(`SELECT ${COLUMNS} FROM contacts WHERE org_id = $1 AND id = $2`, [
    id,
  ]);
  return contact ?? null;
}

/** Name and language where none is known yet. */
export async function fillContact(
  tx: OrgTransaction,
  { id, name, language }: Pick<Contact, 'id' | 'name' | 'language'>,
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
