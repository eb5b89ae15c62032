import { z } from 'zod';
import { zonedTime } from '#text';
import type { OrgTransaction } from '#pack-kit';
import type { DealType, PropertyType } from './entities/index.ts';

interface MarketScope {
  district?: string;
  propertyType?: PropertyType;
  dealType: DealType;
  bedrooms?: number;
  from: Date;
  to: Date;
}

/** The period from `months` months ago until now. */
export function lastMonths(now: Date, months: number, timezone: string): { from: Date; to: Date } {
  const from = zonedTime(now, timezone).subtract({ months });
  return { from: new Date(from.epochMilliseconds), to: now };
}

/** Figures of a market; prices in euro (per month for rents), null without listings. */
export const figures = z.object({
  newListings: z.number(),
  activeListings: z.number(),
  closedCount: z.number(),
  medianPrice: z.number().nullable(),
  medianPricePerSqm: z.number().nullable(),
  medianClosedPrice: z.number().nullable(),
  medianDaysOnMarket: z.number().nullable(),
});
export interface MarketFigures extends z.infer<typeof figures> {
  olderListings: number;
  newerListings: number;
  olderPerSqm: number | null;
  newerPerSqm: number | null;
  sample: boolean;
}

export const marketMonth = z.object({
  month: z.string().describe('Such as `2026-11`'),
  newListings: z.number(),
  medianPricePerSqm: z.number().nullable(),
  closed: z.number(),
});
export type MarketMonth = z.infer<typeof marketMonth>;

const median = (value: string, filter: string) =>
  `percentile_cont(0.5) WITHIN GROUP (ORDER BY ${value}) FILTER (WHERE ${filter})`;
const PER_SQM = 'price::float8 / nullif(covered_area_sqm, 0)';
const IN_PERIOD = 'listed_at >= $6 AND listed_at <= $7';
const CLOSED = `status IN ('sold', 'rented') AND closed_at >= $6 AND closed_at <= $7`;
const SCOPE = `
  org_id = $1 AND ($2::text IS NULL OR district = $2 OR area = $2) AND ($3::text IS NULL OR property_type = $3)
  AND deal_type = $4 AND ($5::int IS NULL OR bedrooms = $5) AND status <> 'withdrawn'`;

export async function marketFigures(tx: OrgTransaction, scope: MarketScope): Promise<MarketFigures> {
  const [row] = await tx.query<MarketFigures>(
    `SELECT count(*) FILTER (WHERE ${IN_PERIOD})::int AS "newListings",
            count(*) FILTER (WHERE status = 'available')::int AS "activeListings",
            count(*) FILTER (WHERE ${CLOSED})::int AS "closedCount",
            ${median('price', IN_PERIOD)} AS "medianPrice",
            ${median(PER_SQM, IN_PERIOD)} AS "medianPricePerSqm",
            ${median('closed_price', CLOSED)} AS "medianClosedPrice",
            ${median('extract(epoch FROM closed_at - listed_at) / 86400', CLOSED)}::float8 AS "medianDaysOnMarket",
            count(*) FILTER (WHERE ${IN_PERIOD} AND listed_at < $8)::int AS "olderListings",
            count(*) FILTER (WHERE ${IN_PERIOD} AND listed_at >= $8)::int AS "newerListings",
            ${median(PER_SQM, `${IN_PERIOD} AND listed_at < $8`)} AS "olderPerSqm",
            ${median(PER_SQM, `${IN_PERIOD} AND listed_at >= $8`)} AS "newerPerSqm",
            coalesce(bool_or(sample), false) AS sample
       FROM estio_properties WHERE ${SCOPE}`,
    [...scopeOf(scope), new Date((scope.from.getTime() + scope.to.getTime()) / 2)],
  );
  if (!row) throw new Error('An aggregate gave no row');
  return row;
}

/** Every calendar month of the period in the org's time zone. */
export function marketMonths(
  tx: OrgTransaction,
  scope: MarketScope,
  timezone: string,
): Promise<MarketMonth[]> {
  return tx.query<MarketMonth>(
    `WITH months AS (
       SELECT generate_series(date_trunc('month', $6::timestamptz AT TIME ZONE $8),
                              date_trunc('month', $7::timestamptz AT TIME ZONE $8), interval '1 month') AS month
     ), listings AS (SELECT * FROM estio_properties WHERE ${SCOPE})
     SELECT to_char(m.month, 'YYYY-MM') AS month,
            (SELECT count(*)::int FROM listings WHERE ${IN_PERIOD}
                AND date_trunc('month', listed_at AT TIME ZONE $8) = m.month) AS "newListings",
            (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ${PER_SQM}) FROM listings WHERE ${IN_PERIOD}
                AND date_trunc('month', listed_at AT TIME ZONE $8) = m.month) AS "medianPricePerSqm",
            (SELECT count(*)::int FROM listings WHERE ${CLOSED}
                AND date_trunc('month', closed_at AT TIME ZONE $8) = m.month) AS closed
       FROM months m ORDER BY m.month`,
    [...scopeOf(scope), timezone],
  );
}

function scopeOf({ district, propertyType, dealType, bedrooms, from, to }: MarketScope): unknown[] {
  return [district ?? null, propertyType ?? null, dealType, bedrooms ?? null, from, to];
}
