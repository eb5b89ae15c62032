import type { OrgTransaction } from '#pack-kit';
import { removeDocuments } from './document.repository.ts';

const DEALS_OF_CONTACT = 'SELECT id FROM estio_deals WHERE org_id = $1 AND contact_id = $2';
/** A contract holds personal data of all its parties, so erasing one of them removes it. */
const DEALS_WITH_CONTACT = `${DEALS_OF_CONTACT} UNION SELECT deal_id FROM estio_deal_parties WHERE org_id = $1 AND contact_id = $2`;
const CONTRACTS_WITH_CONTACT = `SELECT id FROM estio_contracts WHERE org_id = $1 AND deal_id IN (${DEALS_WITH_CONTACT})`;

/** Rows with the contact's words or profile, by table; `t` is the table. */
const HELD: [table: string, condition: string][] = [
  ['estio_signature_requests', `t.contract_id IN (${CONTRACTS_WITH_CONTACT})`],
  ['estio_contracts', `t.deal_id IN (${DEALS_WITH_CONTACT})`],
  ['estio_offers', `t.deal_id IN (${DEALS_OF_CONTACT})`],
  [
    'estio_calendar_events',
    't.viewing_id IN (SELECT id FROM estio_viewings WHERE org_id = $1 AND contact_id = $2)',
  ],
  ['estio_viewings', 't.contact_id = $2'],
  ['estio_drafts', 't.contact_id = $2'],
  ['estio_listing_alerts', 't.contact_id = $2'],
  ['estio_activities', `(t.contact_id = $2 OR t.deal_id IN (${DEALS_OF_CONTACT}))`],
  ['estio_deal_parties', `(t.contact_id = $2 OR t.deal_id IN (${DEALS_OF_CONTACT}))`],
  ['estio_deals', 't.contact_id = $2'],
  ['estio_contacts', 't.id = $2'],
];

/**
 * Deletes the profile, the timeline, the deals, viewings, drafts and contracts of a contact. A property of theirs stays,
 * without an owner, and other people's deals only lose the person, and the contract that named it.
 */
export async function eraseContact(tx: OrgTransaction, contactId: string): Promise<Record<string, number>> {
  const documents = await tx.query<{ documentId: string }>(
    `SELECT document_id AS "documentId" FROM estio_contracts
      WHERE org_id = $1 AND document_id IS NOT NULL AND deal_id IN (${DEALS_WITH_CONTACT})`,
    [contactId],
  );
  const counts: Record<string, number> = {};
  // Rows that reference a deal are deleted before the deal.
  for (const [table, condition] of HELD)
    counts[table] = await tx.execute(`DELETE FROM ${table} t WHERE t.org_id = $1 AND ${condition}`, [
      contactId,
    ]);
  counts['files'] = await removeDocuments(
    tx,
    documents.map(({ documentId }) => documentId),
  );
  await tx.execute(
    'UPDATE estio_properties SET owner_contact_id = NULL WHERE org_id = $1 AND owner_contact_id = $2',
    [contactId],
  );
  return counts;
}

/** The rows that {@link eraseContact} would delete, and the properties of the contact; other parties of a deal are left out. */
export async function exportContact(
  tx: OrgTransaction,
  contactId: string,
): Promise<Record<string, unknown[]>> {
  const exported: [table: string, condition: string][] = [
    ...HELD.map(([table, condition]): [string, string] => [
      table,
      table === 'estio_deal_parties' ? 't.contact_id = $2' : condition,
    ]),
    ['estio_properties', 't.owner_contact_id = $2'],
  ];
  const held: Record<string, unknown[]> = {};
  for (const [table, condition] of exported) {
    const rows = await tx.query<{ row: unknown }>(
      `SELECT to_jsonb(t) - 'org_id'::text AS row FROM ${table} t WHERE t.org_id = $1 AND ${condition}`,
      [contactId],
    );
    held[table] = rows.map(({ row }) => row);
  }
  return held;
}
