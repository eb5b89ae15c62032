import type { EstioDeal, EstioOffer, OfferStatus } from '../schema/entities/index.ts';
import { daysBefore } from './demo-contacts.ts';

type DemoOffer = Omit<EstioOffer, 'orgId'>;

/** Per offer: the deal, the price in percent of the list price (absent: the agreed price), and the outcome. */
const OFFERS: [deal: number, pct: number | undefined, status: OfferStatus, fromSeller?: boolean][] = [
  [1, undefined, 'accepted'],
  [2, 93, 'superseded'],
  [2, 98, 'rejected', true],
  [3, undefined, 'accepted'],
  [4, undefined, 'accepted'],
  [14, 95, 'in_outbox'],
  [15, 94, 'in_outbox'],
  [16, 92, 'rejected'],
  [16, 99, 'in_outbox', true],
  [17, 90, 'rejected'],
  [17, undefined, 'accepted'],
  [18, 85, 'expired'],
];

/**
 * The 12 demo offers.
 *
 * @param anchor seeding day, 00:00 UTC.
 */
export function demoOffers(anchor: Date, deals: Omit<EstioDeal, 'orgId'>[]): DemoOffer[] {
  return OFFERS.map(([number, pct, status, fromSeller = false], index) => {
    const dealId = `deal-${String(number).padStart(3, '0')}`;
    const deal = deals.find(({ id }) => id === dealId);
    if (!deal) throw new Error(`A demo offer names ${dealId}, which is not a demo row`);
    const createdAt = daysBefore(anchor, 10 - Math.floor(index / 2));
    return {
      id: `offer-${String(index + 1).padStart(3, '0')}`,
      dealId,
      direction: fromSeller ? 'seller_to_buyer' : 'buyer_to_seller',
      amount: pct === undefined ? (deal.agreedPrice ?? deal.value) : Math.round((deal.value * pct) / 100),
      conditions: number === 4 ? ['Furniture stays'] : [],
      status,
      validUntil: daysBefore(anchor, status === 'in_outbox' ? -3 : 1),
      message: '',
      mailId: null,
      createdBy: 'system',
      sample: true,
      createdAt,
    };
  });
}
