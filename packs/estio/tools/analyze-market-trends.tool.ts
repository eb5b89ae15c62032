import { z } from 'zod';
import { countText, defineTool, plainText } from '#pack-kit';
import { bedroomsArgument, dealTypeArgument, propertyTypeArgument, readPlace } from './shared/arguments.ts';
import {
  figures,
  lastMonths,
  marketFigures,
  marketMonth,
  marketMonths,
  type MarketFigures,
} from '../schema/market.read-model.ts';
import { dealType, propertyType } from '../schema/value-words.ts';

/** Minimum number of listings in each half of the period for a direction. */
const LEAST_PER_HALF = 5;
/** A change within this range counts as stable. */
const STABLE_PCT = 2;

const input = z.object({
  district: plainText('District or area of Cyprus. Omitted: the whole island.').optional(),
  propertyType: propertyTypeArgument().optional(),
  dealType: dealTypeArgument().default('sale').describe('Listings for sale or to rent.'),
  bedrooms: bedroomsArgument().optional(),
  periodMonths: countText({ min: 3, max: 60, description: 'Months to look back.' }).default(12),
});

const result = z.object({
  ...figures.shape,
  scope: z.object({
    district: z.string().nullable(),
    propertyType: propertyType.nullable(),
    dealType,
    bedrooms: z.number().nullable(),
  }),
  periodMonths: z.number(),
  changePct: z.number().nullable(),
  direction: z.enum(['rising', 'falling', 'stable', 'unknown']),
  monthsOfSupply: z.number().nullable(),
  series: z.array(marketMonth),
  insufficientData: z.boolean(),
  sample: z.literal(true).optional(),
});
export type MarketTrends = z.infer<typeof result>;

export const analyzeMarketTrends = defineTool({
  name: 'analyze_market_trends',
  description:
    'Gives statistics of the listings and sales of an area: median prices, price per square metre and where it moves, days on the market, supply, month by month.',
  category: 'market',
  capability: 'market',
  input,
  result,
  whenToUse: ['Questions about the price level, the direction or the demand of an area.'],
  examples: [
    'How have flat prices in Larnaca moved this year?',
    "Is Limassol a seller's market right now?",
    'Typical time to sell a house in Nicosia',
    'كيف اتجاه أسعار الشقق في ليماسول؟',
    'ما متوسط سعر المتر في بافوس؟',
  ],
  role: 'any',
  sideEffect: 'none',
  intents: ['property', 'analytics'],
  modelView: ({ series: _series, ...short }: MarketTrends) => short,
  async execute(given, context): Promise<MarketTrends> {
    const { periodMonths, bedrooms } = given;
    const district = given.district === undefined ? undefined : readPlace(given.district);
    const period = lastMonths(context.clock.now(), periodMonths, context.timezone);
    const scope = { ...given, district, ...period };
    const { market, series } = await context.read(async (tx) => ({
      market: await marketFigures(tx, scope),
      series: await marketMonths(tx, scope, context.timezone),
    }));
    return {
      scope: {
        district: district ?? null,
        propertyType: given.propertyType ?? null,
        dealType: given.dealType,
        bedrooms: bedrooms ?? null,
      },
      periodMonths,
      ...summary(market, periodMonths),
      series: series.map((month) => ({ ...month, medianPricePerSqm: whole(month.medianPricePerSqm) })),
      ...(market.sample && { sample: true as const }),
    };
  },
});

function summary(found: MarketFigures, periodMonths: number) {
  const { newListings, activeListings, closedCount, olderListings, newerListings, olderPerSqm, newerPerSqm } =
    found;
  const insufficientData = Math.min(olderListings, newerListings) < LEAST_PER_HALF;
  const changePct =
    insufficientData || !olderPerSqm || newerPerSqm === null
      ? null
      : Math.round(((newerPerSqm - olderPerSqm) / olderPerSqm) * 1_000) / 10;
  return {
    newListings,
    activeListings,
    closedCount,
    medianPrice: whole(found.medianPrice),
    medianPricePerSqm: whole(found.medianPricePerSqm),
    medianClosedPrice: whole(found.medianClosedPrice),
    medianDaysOnMarket: whole(found.medianDaysOnMarket),
    changePct,
    direction: directionOf(changePct),
    monthsOfSupply:
      closedCount === 0 ? null : Math.round((activeListings / (closedCount / periodMonths)) * 10) / 10,
    insufficientData,
  };
}

function directionOf(changePct: number | null): MarketTrends['direction'] {
  if (changePct === null) return 'unknown';
  if (changePct > STABLE_PCT) return 'rising';
  return changePct < -STABLE_PCT ? 'falling' : 'stable';
}

const whole = (value: number | null) => (value === null ? null : Math.round(value));
