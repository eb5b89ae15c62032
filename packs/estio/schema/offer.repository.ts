import type { OrgTransaction } from '#pack-kit';
import type { OfferDirection, OfferStatus } from './entities/index.ts';

export interface Offer {
  id: string;
  dealId: string;
  direction: OfferDirection;
  /** Whole euro. */
  amount: number;
  conditions: string[];
  status: OfferStatus;
  validUntil: Date;
}

/** The offers of a deal, newest first. */
export function offersOf(tx: OrgTransaction, dealId: string): Promise<Offer[]> {
  return tx.query<Offer>(
    `SELECT id, deal_id AS "dealId", direction, amount, conditions, status, valid_until AS "validUntil"
       FROM estio_offers WHERE org_id = $1 AND deal_id = $2 ORDER BY created_at DESC, id`,
    [dealId],
  );
}

export type NewOffer = Offer & { message: string; mailId: string; createdBy: string };

/** Inserts an offer; it supersedes the open offer of the same direction. */
export async function insertOffer(tx: OrgTransaction, offer: NewOffer, now: Date): Promise<void> {
  const { id, dealId, direction, amount, conditions, status, validUntil, message, mailId, createdBy } = offer;
  await tx.query(
    `UPDATE estio_offers SET status = 'superseded'
      WHERE org_id = $1 AND deal_id = $2 AND direction = $3 AND status IN ('sent', 'in_outbox')`,
    [dealId, direction],
  );
  await tx.query(
    `INSERT INTO estio_offers (org_id, id, deal_id, direction, amount, conditions, status, valid_until, message, mail_id,
       created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [id, dealId, direction, amount, conditions, status, validUntil, message, mailId, createdBy, now],
  );
}
