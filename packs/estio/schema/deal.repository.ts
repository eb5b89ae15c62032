import { type OrgTransaction, ToolError } from '#pack-kit';
import { logActivity } from './activity.repository.ts';
import type { DealRole, DealStage, DealType } from './entities/index.ts';

/** A deal. Amounts are whole euro. */
export interface Deal {
  id: string;
  /** The buyer or tenant. */
  contactId: string;
  propertyId: string;
  title: string;
  dealType: DealType;
  stage: DealStage;
  value: number;
  agreedPrice: number | null;
  expectedCloseDate: string | null;
  sample: boolean;
}

/** @throws ToolError NOT_FOUND */
export async function dealOf(tx: OrgTransaction, id: string, { lock = false } = {}): Promise<Deal> {
  const [row] = await tx.query<Deal>(
    `SELECT id, contact_id AS "contactId", property_id AS "propertyId", title, deal_type AS "dealType", stage, value,
            agreed_price AS "agreedPrice", expected_close_date::text AS "expectedCloseDate", sample
       FROM estio_deals WHERE org_id = $1 AND id = $2${lock ? ' FOR UPDATE' : ''}`,
    [id],
  );
  if (!row) throw new ToolError('NOT_FOUND', `There is no deal ${id}.`);
  return row;
}

/** The stages of open deals. */
export const OPEN_STAGES: readonly DealStage[] = [
  'new',
  'qualified',
  'viewing',
  'offer',
  'negotiation',
  'offer_accepted',
  'contract',
  'signed',
];

/** The newest open deal of a contact and a property. */
export async function openDealOf(
  tx: OrgTransaction,
  contactId: string,
  propertyId: string,
): Promise<{ id: string; stage: DealStage } | undefined> {
  const [row] = await tx.query<{ id: string; stage: DealStage }>(
    `SELECT id, stage FROM estio_deals
      WHERE org_id = $1 AND contact_id = $2 AND property_id = $3 AND stage = ANY($4)
      ORDER BY created_at DESC, id LIMIT 1`,
    [contactId, propertyId, OPEN_STAGES],
  );
  return row;
}

/** Moves a deal to a stage and adds that to its timeline. */
export async function moveDeal(
  tx: OrgTransaction,
  dealId: string,
  stage: DealStage,
  { by, now }: { by: string | undefined; now: Date },
): Promise<void> {
  const [moved] = await tx.query<{ before: DealStage; contactId: string; propertyId: string }>(
    `UPDATE estio_deals d SET stage = $3, updated_at = $4
       FROM (SELECT stage FROM estio_deals WHERE org_id = $1 AND id = $2 FOR UPDATE) old
      WHERE d.org_id = $1 AND d.id = $2
      RETURNING old.stage AS before, d.contact_id AS "contactId", d.property_id AS "propertyId"`,
    [dealId, stage, now],
  );
  if (!moved || moved.before === stage) return;
  const { before, contactId, propertyId } = moved;
  const summary = `Deal moved from ${words(before)} to ${words(stage)}`;
  await logActivity(tx, { contactId, type: 'status_change', summary, dealId, propertyId, by, now });
}

const words = (stage: DealStage) => stage.replaceAll('_', ' ');

/** A party of a deal, with the facts that a contract needs. */
export interface Party {
  role: DealRole;
  contactId: string;
  name: string;
  identityNumber: string | null;
  address: string | null;
  email: string | null;
  phone: string | null;
  /** Language for mails to the person, if known. */
  language: string | null;
}

/** The parties of a deal, sellers and landlords first. */
export function partiesOf(tx: OrgTransaction, dealId: string): Promise<Party[]> {
  return tx.query<Party>(
    `SELECT p.role, c.id AS "contactId", trim(c.first_name || ' ' || c.last_name) AS name,
            c.identity_number AS "identityNumber", c.address, c.email, c.phone, c.language
       FROM estio_deal_parties p JOIN estio_contacts c ON c.org_id = p.org_id AND c.id = p.contact_id
      WHERE p.org_id = $1 AND p.deal_id = $2
      ORDER BY p.role IN ('buyer', 'tenant'), p.role, c.id`,
    [dealId],
  );
}

export async function insertDeal(
  tx: OrgTransaction,
  deal: Omit<Deal, 'agreedPrice' | 'sample'>,
  parties: { role: DealRole; contactId: string }[],
  now: Date,
): Promise<void> {
  const { id, contactId, propertyId, title, dealType, stage, value, expectedCloseDate } = deal;
  await tx.query(
    `INSERT INTO estio_deals (org_id, id, contact_id, property_id, title, deal_type, stage, value, expected_close_date,
       created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
    [id, contactId, propertyId, title, dealType, stage, value, expectedCloseDate, now],
  );
  for (const { role, contactId: party } of parties)
    await tx.query(
      `INSERT INTO estio_deal_parties (org_id, deal_id, contact_id, role) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      [id, party, role],
    );
}
