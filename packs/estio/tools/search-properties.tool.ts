import { z } from 'zod';
import { countText, defineTool, invalidArgument, moneyText, plainText } from '#pack-kit';
import { bedroomsArgument, dealTypeArgument, propertyTypeArgument, readPlaces } from './shared/arguments.ts';
import { dealTypeOfPrice } from '../schema/deal-type.ts';
import {
  relaxation,
  BETWEEN_PLACES,
  findListings,
  findRelaxations,
  type Criteria,
  type Listing,
} from '../schema/property-search.read-model.ts';
import { euro } from '../wording.ts';
import { propertyType, dealType } from '../schema/value-words.ts';

const MAX_LISTINGS = 50;
/** Listings that a model sees; a program gets all of them. */
const MODEL_VIEW_LISTINGS = 10;

export const searchInput = z.object({
  district: plainText('Districts or areas of Cyprus, separated by commas, such as Paphos.', 200).optional(),
  maxPrice: moneyText({
    above: 0,
    whole: 'down',
    description: 'Highest price in EUR, for rents per month.',
  }).optional(),
  minPrice: moneyText({ min: 0, whole: 'up', description: 'Lowest price in EUR.' }).optional(),
  bedrooms: bedroomsArgument().optional(),
  bedroomsMin: countText({ min: 0, max: 10, description: 'Lowest number.' }).optional(),
  bedroomsMax: countText({
    min: 0,
    max: 10,
    description: 'Highest number.',
  }).optional(),
  propertyType: propertyTypeArgument().optional(),
  dealType: dealTypeArgument().optional().describe('Omitted: inferred from the price.'),
  limit: countText({
    min: 1,
    max: MAX_LISTINGS,
    description: `Most listings. You see the first ${MODEL_VIEW_LISTINGS}, a program all.`,
  }).default(MAX_LISTINGS),
});
type Input = z.infer<typeof searchInput>;

const listing = z.object({
  id: z.string(),
  reference: z.string(),
  title: z.string(),
  description: z.string(),
  district: z.string(),
  area: z.string(),
  propertyType,
  dealType,
  price: z.int().describe('euro, in total or a month'),
  bedrooms: z.int().describe('0 is a studio'),
  bathrooms: z.int(),
  coveredAreaSqm: z.number(),
  plotAreaSqm: z.number().nullable(),
  distanceToSea: z.int().describe('metres'),
  seaView: z.boolean(),
  pool: z.boolean(),
  yearBuilt: z.int(),
  titleDeed: z.string(),
  energyClass: z.string(),
  listedAt: z.string(),
  sample: z.literal(true).optional(),
});
const criteria = z.object({
  district: z.string(),
  minPrice: z.number(),
  maxPrice: z.number(),
  bedrooms: z.number(),
  bedroomsMin: z.number(),
  bedroomsMax: z.number(),
  propertyType,
  dealType,
});

/** The result; `price` is whole euro, in total or per month according to `priceBasis`. */
const result = z.object({
  items: z.array(listing),
  total: z.number(),
  returned: z.number(),
  truncated: z.boolean(),
  currency: z.literal('EUR'),
  priceBasis: z
    .enum(['total', 'per_month', 'mixed'])
    .describe('`mixed` if sales and rents are listed together'),
  filters: criteria.partial(),
  assumptions: z.array(z.string()),
  suggestions: z
    .array(relaxation)
    .optional()
    .describe('For a search without matches: the matches when one filter is dropped'),
  sample: z.literal(true).optional(),
});
export type SearchResult = z.infer<typeof result>;

export const searchProperties = defineTool({
  name: 'search_properties',
  description:
    'Searches the properties that are for sale or to rent by place, price, bedrooms and type, and returns the matches with their key facts, the cheapest first.',
  category: 'property',
  capability: 'property_search',
  input: searchInput,
  result,
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
  ptcValue: 'items',
  async execute(given, context): Promise<SearchResult> {
    const { criteria, assumptions } = readCriteria(given);
    return context.read(async (tx) => {
      const { listings, total, sample } = await findListings(tx, criteria, given.limit);
      return {
        items: listings.map((one) => ({
          ...one,
          listedAt: one.listedAt.toISOString(),
          ...(sample && { sample: true as const }),
        })),
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
  const shown = items.slice(0, MODEL_VIEW_LISTINGS);
  return {
    ...rest,
    returned: shown.length,
    truncated: rest.total > shown.length,
    items: shown.map(({ id, title, area, price, bedrooms, distanceToSea, seaView, dealType }) => ({
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
