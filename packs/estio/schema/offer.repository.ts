import { columnsOf, insertRow, type OrgTransaction } from '#pack-kit';
import type { EstioOffer } from './entities/index.ts';

const FIELDS = ['status', 'amount', 'conditions', 'validUntil'] as const satisfies (keyof EstioOffer)[];

/** The offers of a deal, newest first. */
export function offersOf(
  tx: OrgTransaction,
  dealId: string,
): Promise<Pick<EstioOffer, (typeof FIELDS)[number]>[]> {
  return tx.query(
    `SELECT ${columnsOf(FIELDS)} FROM estio_offers WHERE org_id = $1 AND deal_id = $2 ORDER BY created_at DESC, id`,
    [dealId],
  );
}

/** Inserts an offer; it supersedes the open offer of the same direction. */
export async function insertOffer(
  tx: OrgTransaction,
  offer: Omit<EstioOffer, 'orgId' | 'sample'>,
): Promise<void> {
  await tx.query(
    `UPDATE estio_offers SET status = 'superseded'
      WHERE org_id = $1 AND deal_id = $2 AND direction = $3 AND status IN ('sent', 'in_outbox')`,
    [offer.dealId, offer.direction],
  );
  await insertRow(tx, 'estio_offers', offer);
}
