import { z } from 'zod';
import { countText, defineTool, invalidArgument, moneyText } from '#pack-kit';
import { dealTypeArgument, propertyTypeArgument, readPlaces } from './shared/arguments.ts';
import { dealTypeOfPrice } from '../schema/deal-type.ts';
import {
  BETWEEN_PLACES,
  findListings,
  findRelaxations,
  type Criteria,
  type Listing,
  type Relaxation,
} from '../schema/property-search.read-model.ts';
import { euro } from '../wording.ts';

const MAX_LISTINGS = 50;
/** Listings that a model sees; a program gets all of them. */
const MODEL_VIEW_LISTINGS = 10;

export const searchInput = z.object({
  district: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'District or area of Cyprus, such as Paphos or Coral Bay, in any spelling; several of which any will do, separated by commas.',
    ),
  maxPrice: moneyText({
    above: 0,
    description: 'Highest price in euro: in total to buy, a month to rent',
  }).optional(),
  minPrice: moneyText({ min: 0, description: 'Lowest price in euro' }).optional(),
  bedrooms: countText({
    min: 0,
    max: 10,
    description: 'Exactly this many bedrooms; 0 is a studio',
  }).optional(),
  bedroomsMin: countText({ min: 0, max: 10, description: 'At least this many bedrooms' }).optional(),
  bedroomsMax: countText({
    min: 0,
    max: 10,
    description: 'At most this many bedrooms; with bedroomsMin a range, as for “1 or 2”',
  }).optional(),
  propertyType: propertyTypeArgument().optional(),
  dealType: dealTypeArgument()
    .optional()
    .describe('sale to buy, rent to rent; told by the price when left out.'),
  limit: countText({ min: 1, max: MAX_LISTINGS, description: 'How many at most' }).default(MAX_LISTINGS),
});
type Input = z.infer<typeof searchInput>;

/** A listing in a program's result. */
const listing = z.object({
  id: z.string(),
  reference: z.string(),
  title: z.string(),
  description: z.string(),
  district: z.string(),
  area: z.string(),
  propertyType: z.string(),
  dealType: z.enum(['sale', 'rent']),
  price: z.int(),
  bedrooms: z.int(),
  bathrooms: z.int(),
  coveredAreaSqm: z.number(),
  plotAreaSqm: z.number().nullable(),
  distanceToSea: z.int(),
  seaView: z.boolean(),
  pool: z.boolean(),
  yearBuilt: z.int(),
  titleDeed: z.string(),
  energyClass: z.string(),
  listedAt: z.string(),
  sample: z.literal(true).optional(),
});

/** The result; `price` is whole euro, in total or per month according to `priceBasis`. */
export interface SearchResult {
  items: (Omit<Listing, 'listedAt'> & { listedAt: string })[];
  total: number;
  returned: number;
  truncated: boolean;
  currency: 'EUR';
  /** `mixed` if sales and rents are listed together. */
  priceBasis: 'total' | 'per_month' | 'mixed';
  filters: Criteria;
  assumptions: string[];
  /** For a search without matches: the matches when one filter is dropped. */
  suggestions?: Relaxation[];
  sample?: true;
}

export const searchProperties = defineTool({
  name: 'search_properties',
  description:
    'Searches the properties that are for sale or to rent by place, price, bedrooms and type, and returns the matches with their key facts, the cheapest first.',
  category: 'property',
  capability: 'property_search',
  input: searchInput,
  whenToUse: [
    'Any request to find, show, list or compare flats, apartments, villas, houses, townhouses or studios.',
    'To see what is on offer in a place, for a budget, for sale or to rent.',
    'The wish is about the sea, a beach or a view: the results tell the distance to the sea and who sees it.',
    'Somebody tells of the home they would like: detached, with rooms for the family, with a garden or a terrace.',
    'Not for market statistics.',
  ],
  examples: [
    'We want a villa in Coral Bay',
    'Anything to rent near Finikoudes for less than 900?',
    'Show me three-bedroom houses around Nicosia',
    'أريد شقة للبيع في بافوس بحدود 200 ألف يورو',
    'هل توجد فيلا للإيجار في لارنكا؟',
  ],
  tier: 'always',
  role: 'any',
  sideEffect: 'none',
  intents: ['property', 'products'],
  modelView: (data: SearchResult) => modelView(data),
  ptcValue: ({ items, sample }: SearchResult) =>
    sample ? items.map((item) => ({ ...item, sample })) : items,
  ptcResult: z.array(listing),
  async execute(given, context): Promise<SearchResult> {
    const { criteria, assumptions } = readCriteria(given);
    return context.read(async (tx) => {
      const { listings, total, sample } = await findListings(tx, criteria, given.limit);
      return {
        items: listings.map((listing) => ({ ...listing, listedAt: listing.listedAt.toISOString() })),
        total,
        returned: listings.length,
        truncated: total > listings.length,
        currency: 'EUR',
        priceBasis: priceBasisOf(criteria, listings),
        filters: criteria,
        assumptions,
        ...(total === 0 && { suggestions: await findRelaxations(tx, criteria) }),
        ...(sample && { sample: true as const }),
      };
    });
  },
});

export function readCriteria(given: Input): { criteria: Criteria; assumptions: string[] } {
  const { district, limit: _, ...rest } = given;
  if (given.minPrice !== undefined && given.maxPrice !== undefined && given.minPrice > given.maxPrice) {
    throw invalidArgument(
      'minPrice',
      `expected at most maxPrice, ${given.maxPrice}`,
      'The lowest price is above the highest.',
    );
  }
  const { bedroomsMin, bedroomsMax } = given;
  if (bedroomsMin !== undefined && bedroomsMax !== undefined && bedroomsMin > bedroomsMax) {
    throw invalidArgument(
      'bedroomsMin',
      `expected at most bedroomsMax, ${bedroomsMax}`,
      'The least number of bedrooms is above the most.',
    );
  }
  const criteria: Criteria = {
    ...rest,
    ...(district !== undefined && { district: readPlaces(district).join(BETWEEN_PLACES) }),
  };
  const price = given.maxPrice ?? given.minPrice;
  if (criteria.dealType) return { criteria, assumptions: [] };
  if (price === undefined) {
    return { criteria, assumptions: ['Neither sale nor rent was named, so I looked for both.'] };
  }
  const dealType = dealTypeOfPrice(price);
  const reason = dealType === 'sale' ? 'a price to buy for' : 'a monthly rent';
  return {
    criteria: { ...criteria, dealType },
    assumptions: [
      `${dealType === 'sale' ? 'Sale' : 'Rent'} assumed, as ${euro(price, 'en')} looks like ${reason}.`,
    ],
  };
}

function priceBasisOf({ dealType }: Criteria, listings: Listing[]): SearchResult['priceBasis'] {
  const kinds = new Set(dealType ? [dealType] : listings.map((listing) => listing.dealType));
  if (kinds.size > 1) return 'mixed';
  return kinds.has('rent') ? 'per_month' : 'total';
}

function modelView({ items, ...rest }: SearchResult) {
  return {
    ...rest,
    items: items
      .slice(0, MODEL_VIEW_LISTINGS)
      .map(({ id, title, area, price, bedrooms, distanceToSea, seaView, dealType }) => ({
        id,
        title,
        area,
        price,
        bedrooms,
        distanceToSea,
        seaView,
        ...(rest.priceBasis === 'mixed' && { dealType }),
      })),
  };
}
