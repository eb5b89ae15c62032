import { columnsOf, insertRow, type OrgTransaction, ToolError, wordList } from '#pack-kit';
import { logActivity } from './activity.repository.ts';
import type { DealRole, DealStage, EstioContact, EstioDeal, EstioDealParty } from './entities/index.ts';

const FIELDS = wordList(
  'id contactId propertyId title dealType stage value agreedPrice',
) satisfies readonly (keyof EstioDeal)[];
export type Deal = Pick<EstioDeal, (typeof FIELDS)[number] | 'expectedCloseDate'>;

/** @throws ToolError NOT_FOUND */
export async function dealOf(tx: OrgTransaction, id: string, { lock = false } = {}): Promise<Deal> {
  const [row] = await tx.query<Deal>(
    `SELECT ${columnsOf(FIELDS)}, expected_close_date::text AS "expectedCloseDate"
       FROM estio_deals WHERE org_id = $1 AND id = $2${lock ? ' FOR UPDATE' : ''}`,
    [id],
  );
  if (!row) throw new ToolError('NOT_FOUND', `There is no deal ${id}.`);
  return row;
}

/** The stages of open deals. */
const OPEN_STAGES: readonly DealStage[] = wordList(
  'new qualified viewing offer negotiation offer_accepted contract signed',
);

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

/** A party of a deal, with the facts that a contract needs; mails are in its `language`. */
export interface Party extends Pick<
  EstioContact,
  'identityNumber' | 'address' | 'email' | 'phone' | 'language'
> {
  role: DealRole;
  contactId: string;
  name: string;
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
  deal: Omit<EstioDeal, 'orgId' | 'agreedPrice' | 'sample'>,
  parties: { role: DealRole; contactId: string }[],
): Promise<void> {
  await insertRow(tx, 'estio_deals', deal);
  for (const party of parties)
    await insertRow<Omit<EstioDealParty, 'orgId'>>(tx, 'estio_deal_parties', { dealId: deal.id, ...party });
}
