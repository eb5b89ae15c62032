import { insertRow, type OrgTransaction } from '#pack-kit';
import type { Person } from './contact.read-model.ts';
import { dealTypeOfPrice } from './deal-type.ts';
import type { EstioListingAlert } from './entities/index.ts';
import { PROPERTY_COLUMNS, type Property } from './property.read-model.ts';

/** Available listings since `since` that fit the requirements and were not in an earlier alert, newest first. */
export function newMatches(
  tx: OrgTransaction,
  person: Person,
  since: Date,
  most: number,
): Promise<Property[]> {
  const { id, reqDistricts, reqMinPrice, reqMaxPrice, reqBedrooms, reqBedroomsMin } = person;
  const price = reqMaxPrice ?? reqMinPrice;
  const dealType = price === null ? null : dealTypeOfPrice(price);
  return tx.query<Property>(
    `SELECT ${PROPERTY_COLUMNS} FROM estio_properties p
      WHERE p.org_id = $1 AND p.status = 'available' AND p.listed_at > $3
        AND (cardinality($4::text[]) = 0 OR p.district = ANY($4) OR p.area = ANY($4))
        AND ($5::int IS NULL OR p.price >= $5) AND ($6::int IS NULL OR p.price <= $6)
        AND ($7::int IS NULL OR p.bedrooms = $7) AND ($8::int IS NULL OR p.bedrooms >= $8)
        AND ($9::text IS NULL OR p.deal_type = $9)
        AND NOT EXISTS (SELECT 1 FROM estio_listing_alerts a
              WHERE a.org_id = $1 AND a.contact_id = $2 AND p.id = ANY(a.property_ids))
      ORDER BY p.listed_at DESC, p.id LIMIT $10`,
    [id, since, reqDistricts, reqMinPrice, reqMaxPrice, reqBedrooms, reqBedroomsMin, dealType, most],
  );
}

/** True if the contact got an alert with exactly these listings since `since`. */
export async function alertedSince(
  tx: OrgTransaction,
  contactId: string,
  propertyIds: readonly string[],
  since: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM estio_listing_alerts
      WHERE org_id = $1 AND contact_id = $2 AND created_at > $3 AND property_ids @> $4::text[] AND property_ids <@ $4::text[]`,
    [contactId, since, propertyIds],
  );
  return rows.length > 0;
}

export async function insertAlert(
  tx: OrgTransaction,
  alert: Omit<EstioListingAlert, 'orgId'>,
): Promise<void> {
  await insertRow(tx, 'estio_listing_alerts', alert);
  await tx.query('UPDATE estio_contacts SET last_alert_at = $3 WHERE org_id = $1 AND id = $2', [
    alert.contactId,
    alert.createdAt,
  ]);
}
