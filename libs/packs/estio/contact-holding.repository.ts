import type { OrgTransaction } from '#database';

const DEALS_OF_CONTACT = 'SELECT id FROM estio_deals WHERE org_id = $1 AND contact_id = $2';

/** In this order: what hangs on a deal goes before the deal. Other people's deals only lose the person. */
const DELETIONS: [table: string, statement: string][] = [
  [
    'estio_activities',
    `DELETE FROM estio_activities WHERE org_id = $1 AND (contact_id = $2 OR deal_id IN (${DEALS_OF_CONTACT}))`,
  ],
  [
    'estio_deal_parties',
    `DELETE FROM estio_deal_parties WHERE org_id = $1 AND (contact_id = $2 OR deal_id IN (${DEALS_OF_CONTACT}))`,
  ],
  ['estio_deals', 'DELETE FROM estio_deals WHERE org_id = $1 AND contact_id = $2'],
  ['estio_contacts', 'DELETE FROM estio_contacts WHERE org_id = $1 AND id = $2'],
];

/** Deletes the profile, the timeline and the deals of a contact; a property of theirs stays, without an owner. */
export async function eraseContact(tx: OrgTransaction, contactId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, statement] of DELETIONS) counts[table] = await tx.execute(statement, [contactId]);
  await tx.execute(
    'UPDATE estio_properties SET owner_contact_id = NULL WHERE org_id = $1 AND owner_contact_id = $2',
    [contactId],
  );
  return counts;
}

const HELD: [table: string, condition: string][] = [
  ['estio_contacts', 't.id = $2'],
  ['estio_deals', 't.contact_id = $2'],
  ['estio_deal_parties', 't.contact_id = $2'],
  ['estio_activities', `(t.contact_id = $2 OR t.deal_id IN (${DEALS_OF_CONTACT}))`],
  ['estio_properties', 't.owner_contact_id = $2'],
];

/** The profile, the timeline, the deals and the properties of a contact. */
export async function exportContact(
  tx: OrgTransaction,
  contactId: string,
): Promise<Record<string, unknown[]>> {
  const held: Record<string, unknown[]> = {};
  for (const [table, condition] of HELD) {
    const rows = await tx.query<{ row: unknown }>(
      `SELECT to_jsonb(t) - 'org_id'::text AS row FROM ${table} t WHERE t.org_id = $1 AND ${condition}`,
      [contactId],
    );
    held[table] = rows.map(({ row }) => row);
  }
  return held;
}
