import { type OrgTransaction, ToolError } from '#pack-kit';
import { logActivity } from './activity.repository.ts';
import type { LeadStatus } from './entities/index.ts';
import type { Requirements } from './requirements.ts';

/** A contact's profile as the tools need it. */
export interface Profile {
  id: string;
  hasPhoneOrEmail: boolean;
  requirements: Requirements;
}

/** `lock` keeps the profile from changing until the transaction ends. @throws ToolError NOT_FOUND */
export async function profileOf(
  tx: OrgTransaction,
  contactId: string,
  { lock = false } = {},
): Promise<Profile> {
  const [row] = await tx.query<Requirements & Pick<Profile, 'hasPhoneOrEmail'>>(
    `SELECT (phone IS NOT NULL OR email IS NOT NULL) AS "hasPhoneOrEmail", status, req_districts AS district,
            req_min_price AS "minPrice", req_max_price AS "maxPrice", req_bedrooms AS bedrooms,
            req_bedrooms_min AS "bedroomsMin", req_notes AS notes
       FROM estio_contacts
      WHERE org_id = $1 AND id = $2${lock ? ' FOR UPDATE' : ''}`,
    [contactId],
  );
  if (!row) throw new ToolError('NOT_FOUND', `There is no contact ${contactId}.`);
  const { hasPhoneOrEmail, ...requirements } = row;
  return { id: contactId, hasPhoneOrEmail, requirements };
}

export async function saveRequirements(
  tx: OrgTransaction,
  contactId: string,
  { district, minPrice, maxPrice, bedrooms, bedroomsMin, status, notes }: Requirements,
  { leadScore, now }: { leadScore: number; now: Date },
): Promise<void> {
  await tx.query(
    `UPDATE estio_contacts
        SET req_districts = $3, req_min_price = $4, req_max_price = $5, req_bedrooms = $6, req_bedrooms_min = $7,
            status = $8, req_notes = $9, lead_score = $10, updated_at = $11
      WHERE org_id = $1 AND id = $2`,
    [contactId, district, minPrice, maxPrice, bedrooms, bedroomsMin, status, notes, leadScore, now],
  );
}

/** Adds the status change to the contact's timeline. */
export async function logStatusChange(
  tx: OrgTransaction,
  change: { contactId: string; from: LeadStatus; to: LeadStatus; by: string | undefined; now: Date },
): Promise<void> {
  const { from, to, ...rest } = change;
  await logActivity(tx, { ...rest, type: 'status_change', summary: `Status changed from ${from} to ${to}` });
}

/** Sets the status of an open lead; a won or lost one keeps its status. */
export async function setLeadStatus(
  tx: OrgTransaction,
  contactId: string,
  status: LeadStatus,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE estio_contacts SET status = $3, updated_at = $4
      WHERE org_id = $1 AND id = $2 AND status NOT IN ('won', 'lost') AND status <> $3`,
    [contactId, status, now],
  );
}

/** Creates the profile of a new contact; does nothing if there is one. */
export async function addLead(
  tx: OrgTransaction,
  contact: { id: string; name: string | null },
  now: Date,
): Promise<void> {
  const [firstName = '', ...others] = (contact.name ?? '').trim().split(/\s+/);
  await tx.query(
    `INSERT INTO estio_contacts (org_id, id, first_name, last_name, type, status, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'lead', 'new', $5, $5)
     ON CONFLICT (org_id, id) DO NOTHING`,
    [contact.id, firstName, others.join(' '), now],
  );
}

/** True if the org has the deal; with a contact, if the contact is its buyer or tenant. */
export async function dealExists(tx: OrgTransaction, dealId: string, contactId?: string): Promise<boolean> {
  const rows = await tx.query(
    'SELECT 1 FROM estio_deals WHERE org_id = $1 AND id = $2 AND ($3::text IS NULL OR contact_id = $3)',
    [dealId, contactId ?? null],
  );
  return rows.length > 0;
}
