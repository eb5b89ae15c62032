import type { OrgTransaction } from '#database';

const DEALS_OF_CONTACT = 'SELECT id FROM estio_deals WHERE org_id = $1 AND contact_id = $2';

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
