import { z } from 'zod';
import { columnsOf, type OrgTransaction, wordList } from '#pack-kit';
import type { DealType, EstioProperty, PropertyType } from './entities/index.ts';

/** Separates places; no name of a place contains it. */
export const BETWEEN_PLACES = ', ';

/** The filters of a search; an absent filter does not restrict. Prices in whole euro, for rents per month. */
export interface Criteria {
  /**
   * Canonical name of a district, which includes all its areas, or of an area. Several alternatives are separated by
   * {@link BETWEEN_PLACES}.
   */
  district?: string;
  minPrice?: number;
  maxPrice?: number;
  /** Exactly this many; 0 is a studio. */
  bedrooms?: number;
  bedroomsMin?: number;
  bedroomsMax?: number;
  propertyType?: PropertyType;
  dealType?: DealType;
}

export type Filter = keyof Criteria;

export const LISTING_FIELDS = wordList(
  `id reference title description district area propertyType dealType price bedrooms bathrooms
   coveredAreaSqm plotAreaSqm distanceToSea seaView pool yearBuilt titleDeed energyClass listedAt`,
) satisfies readonly (keyof EstioProperty)[];
const LISTING_COLUMNS = columnsOf(LISTING_FIELDS);
/** A listing in a search result. */
export type Listing = Pick<EstioProperty, (typeof LISTING_FIELDS)[number]>;

const CONDITIONS: Record<Filter, (place: string) => string> = {
  district: (places) => {
    const any = `ANY (string_to_array(${places}, '${BETWEEN_PLACES}'))`;
    return `(district = ${any} OR area = ${any})`;
  },
  minPrice: (place) => `price >= ${place}`,
  maxPrice: (place) => `price <= ${place}`,
  bedrooms: (place) => `bedrooms = ${place}`,
  bedroomsMin: (place) => `bedrooms >= ${place}`,
  bedroomsMax: (place) => `bedrooms <= ${place}`,
  propertyType: (place) => `property_type = ${place}`,
  dealType: (place) => `deal_type = ${place}`,
};

/** Available listings, sales before rents, the cheapest first, and how many there are before `limit`. */
export async function findListings(
  tx: OrgTransaction,
  criteria: Criteria,
  limit: number,
): Promise<{ listings: Listing[]; total: number; sample: boolean }> {
  const { where, values } = whereOf(criteria);
  const rows = await tx.query<Listing & { total: number; sample: boolean }>(
    `SELECT ${LISTING_COLUMNS}, sample, (count(*) OVER ())::integer AS total
       FROM estio_properties
      WHERE ${where}
      ORDER BY deal_type = 'rent', price, id
      LIMIT $${values.length + 2}`,
    [...values, limit],
  );
  const listings = rows.map(({ total: _total, sample: _sample, ...listing }) => listing);
  return { listings, total: rows[0]?.total ?? 0, sample: rows.some((row) => row.sample) };
}

export const relaxation = z.object({
  filter: z.string(),
  value: z.union([z.string(), z.number()]),
  matches: z.number(),
});
export type Relaxation = z.infer<typeof relaxation>;

/** The number of matches without each single filter that is set; the highest number first. */
export async function findRelaxations(tx: OrgTransaction, criteria: Criteria): Promise<Relaxation[]> {
  const found: Relaxation[] = [];
  for (const [filter, value] of entriesOf(criteria)) {
    const matches = await countListings(tx, { ...criteria, [filter]: undefined });
    if (matches > 0) found.push({ filter, value, matches });
  }
  return found.sort((left, right) => right.matches - left.matches);
}

async function countListings(tx: OrgTransaction, criteria: Criteria): Promise<number> {
  const { where, values } = whereOf(criteria);
  const [row] = await tx.query<{ matches: number }>(
    `SELECT count(*)::integer AS matches FROM estio_properties WHERE ${where}`,
    values,
  );
  return row?.matches ?? 0;
}

function whereOf(criteria: Criteria): { where: string; values: unknown[] } {
  const entries = entriesOf(criteria);
  const conditions = entries.map(([filter], index) => CONDITIONS[filter](`$${index + 2}`));
  return {
    where: ['org_id = $1', "status = 'available'", ...conditions].join(' AND '),
    values: entries.map(([, value]) => value),
  };
}

/** In the order of the conditions, so that the same filters always make the same statement. */
function entriesOf(criteria: Criteria): [Filter, string | number][] {
  return (Object.keys(CONDITIONS) as Filter[]).flatMap((filter): [Filter, string | number][] => {
    const value = criteria[filter];
    return value === undefined ? [] : [[filter, value]];
  });
}
