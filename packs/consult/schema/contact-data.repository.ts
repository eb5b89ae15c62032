import type { OrgTransaction } from '#pack-kit';

const HELD: [table: string, column: string][] = [
  ['consult_documents', 'contact_id'],
  ['consult_sessions', 'contact_id'],
  ['consult_leads', 'id'],
];

/** Deletes the lead, the figures and the documents of a contact. */
export async function eraseContact(tx: OrgTransaction, contactId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, column] of HELD)
    counts[table] = await tx.execute(`DELETE FROM ${table} WHERE org_id = $1 AND ${column} = $2`, [
      contactId,
    ]);
  return counts;
}

/** The lead, the figures and the documents of a contact. */
export async function exportContact(
  tx: OrgTransaction,
  contactId: string,
): Promise<Record<string, unknown[]>> {
  const held: Record<string, unknown[]> = {};
  for (const [table, column] of HELD) {
    const rows = await tx.query<{ row: unknown }>(
      `SELECT to_jsonb(t) - 'org_id'::text AS row FROM ${table} t WHERE t.org_id = $1 AND t.${column} = $2`,
      [contactId],
    );
    held[table] = rows.map(({ row }) => row);
  }
  return held;
}
