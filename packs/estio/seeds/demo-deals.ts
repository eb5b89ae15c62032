import type { DealRole, DealStage, EstioDeal, EstioDealParty } from '../schema/entities/index.ts';
import { contactId, daysBefore, type DemoContact } from './demo-contacts.ts';
import deals from './demo-deals.json' with { type: 'json' };
import type { DemoProperty } from './demo-properties.ts';

type DemoDeal = Omit<EstioDeal, 'orgId'>;
type DemoDealParty = Omit<EstioDealParty, 'orgId'>;

/**
 * Per deal: contact, listing and stage, with the agreed price if there is one. Numbers as in `contact-015`,
 * `prop-0112`.
 */
const DEALS = deals as [contact: number, property: number, stage: DealStage, agreed?: number][];

/**
 * The 18 demo deals with their parties: the listing's owner sells or lets, the contact buys or rents.
 *
 * @param anchor seeding day, 00:00 UTC.
 */
export function demoDeals(
  anchor: Date,
  contacts: DemoContact[],
  properties: DemoProperty[],
): { deals: DemoDeal[]; parties: DemoDealParty[] } {
  const entries = DEALS.map(([contact, property, stage, agreed], index) => {
    const buyer = found(contacts, contactId(contact));
    const listing = found(properties, `prop-${String(property).padStart(4, '0')}`);
    const createdAt = daysBefore(anchor, 12 + 5 * index);
    const deal: DemoDeal = {
      id: `deal-${String(index + 1).padStart(3, '0')}`,
      contactId: buyer.id,
      propertyId: listing.id,
      title: `${buyer.firstName} ${buyer.lastName}: ${listing.title}`,
      dealType: listing.dealType,
      stage,
      value: listing.price,
      agreedPrice: agreed ?? listing.closedPrice,
      expectedCloseDate: daysBefore(anchor, -(30 + 4 * index))
        .toISOString()
        .slice(0, 10),
      sample: true,
      createdAt,
      updatedAt: createdAt,
    };
    return { deal, ownerContactId: listing.ownerContactId };
  });
  const parties = entries.flatMap(({ deal, ownerContactId }) => {
    const [giving, taking]: DealRole[] =
      deal.dealType === 'sale' ? ['seller', 'buyer'] : ['landlord', 'tenant'];
    return [
      ...(ownerContactId && giving ? [{ dealId: deal.id, contactId: ownerContactId, role: giving }] : []),
      ...(taking ? [{ dealId: deal.id, contactId: deal.contactId, role: taking }] : []),
    ];
  });
  return { deals: entries.map(({ deal }) => deal), parties };
}

function found<Row extends { id: string }>(rows: Row[], id: string): Row {
  const row = rows.find((candidate) => candidate.id === id);
  if (!row) throw new Error(`A demo deal names ${id}, which is not a demo row`);
  return row;
}
