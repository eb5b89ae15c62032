import { z } from 'zod';
import type { OrgTransaction } from '#pack-kit';
import type { Property } from './property.read-model.ts';

export const comparable = z.object({
  id: z.string(),
  title: z.string(),
  price: z.number(),
  pricePerSqm: z.number(),
  bedrooms: z.number(),
  coveredAreaSqm: z.number(),
});
export type Comparable = z.infer<typeof comparable>;

const MAX_COMPARABLES = 5;

/** Comparable listings, the nearest in size first. */
export function comparablesOf(tx: OrgTransaction, property: Property): Promise<Comparable[]> {
  const { id, district, propertyType, dealType, bedrooms, coveredAreaSqm, price } = property;
  return tx.query<Comparable>(
    `SELECT id, title, price, round(price::numeric / covered_area_sqm)::int AS "pricePerSqm", bedrooms,
            covered_area_sqm AS "coveredAreaSqm"
       FROM estio_properties
      WHERE org_id = $1 AND id <> $2 AND district = $3 AND property_type = $4 AND deal_type = $5
        AND bedrooms BETWEEN $6::int - 1 AND $6::int + 1
        AND covered_area_sqm BETWEEN 0.75 * $7::int AND 1.25 * $7::int AND status <> 'withdrawn'
      ORDER BY abs(covered_area_sqm - $7::int), abs(price - $8::int), id LIMIT ${MAX_COMPARABLES}`,
    [id, district, propertyType, dealType, bedrooms, coveredAreaSqm, price],
  );
}

export const pricePosition = z.object({
  percentile: z
    .number()
    .describe('Share of the same district, type and deal type that costs less per m², in percent'),
  pricePerSqm: z.number(),
  districtMedianPerSqm: z.number(),
});
export type PricePosition = z.infer<typeof pricePosition>;

export async function pricePositionOf(tx: OrgTransaction, property: Property): Promise<PricePosition> {
  const { district, propertyType, dealType, price, coveredAreaSqm } = property;
  const perSqm = price / coveredAreaSqm;
  const [row] = await tx.query<{ lower: number; all: number; median: number | null }>(
    `SELECT count(*) FILTER (WHERE price::float8 / covered_area_sqm < $5::float8 - 0.000001)::int AS lower, count(*)::int AS all,
            percentile_cont(0.5) WITHIN GROUP (ORDER BY price::float8 / covered_area_sqm) AS median
       FROM estio_properties
      WHERE org_id = $1 AND district = $2 AND property_type = $3 AND deal_type = $4 AND status <> 'withdrawn'`,
    [district, propertyType, dealType, perSqm],
  );
  return {
    percentile: row && row.all > 0 ? Math.round((row.lower / row.all) * 100) : 0,
    pricePerSqm: Math.round(perSqm),
    districtMedianPerSqm: Math.round(row?.median ?? perSqm),
  };
}
