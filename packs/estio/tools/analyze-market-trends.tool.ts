import { z } from 'zod';
import { countText, defineTool } from '#pack-kit';
import { dealTypeArgument, propertyTypeArgument, readPlace } from './shared/arguments.ts';
import type { DealType, PropertyType } from '../schema/entities/index.ts';
import {
  lastMonths,
  marketFigures,
  marketMonths,
  type MarketFigures,
  type MarketMonth,
} from '../schema/market.read-model.ts';

/** Minimum number of listings in each half of the period for a direction. */
const LEAST_PER_HALF = 5;
/** A change within this range counts as stable. */
const STABLE_PCT = 2;

const input = z.object({
  district: z
    .string()
    .min(1)
    .max(80)
    .optional()
    .describe('District or area of Cyprus; all of it when left out.'),
  propertyType: propertyTypeArgument().optional(),
  dealType: dealTypeArgument().default('sale').describe('sale or rent; sale when left out.'),
  bedrooms: countText({
    min: 0,
    max: 10,
    description: 'Exactly this many bedrooms; 0 is a studio',
  }).optional(),
  periodMonths: countText({ min: 3, max: 60, description: 'How many months back' }).default(12),
});

export interface MarketTrends extends Omit<
  MarketFigures,
  'olderListings' | 'newerListings' | 'olderPerSqm' | 'newerPerSqm' | 'sample'
> {
  scope: {
    district: string | null;
    propertyType: PropertyType | null;
    dealType: DealType;
    bedrooms: number | null;
  };
  periodMonths: number;
  changePct: number | null;
  direction: 'rising' | 'falling' | 'stable' | 'unknown';
  monthsOfSupply: number | null;
  series: MarketMonth[];
  insufficientData: boolean;
  sample?: true;
}

export const analyzeMarketTrends = defineTool({
  name: 'analyze_market_trends',
  description:
    'Gives statistics of the listings and sales of an area: median prices, price per square metre and where it moves, days on the market, supply, month by month.',
  category: 'market',
  capability: 'market',
  input,
  whenToUse: ['Questions about the price level, the direction or the demand of an area.'],
  examples: [
    'How have flat prices in Larnaca moved this year?',
    "Is Limassol a seller's market right now?",
    'Typical time to sell a house in Nicosia',
    'كيف اتجاه أسعار الشقق في ليماسول؟',
    'ما متوسط سعر المتر في بافوس؟',
  ],
  tier: 'deferred',
  role: 'any',
  sideEffect: 'none',
  intents: ['property', 'analytics'],
  modelView: ({ series: _series, ...short }: MarketTrends) => short,
  async execute(given, context): Promise<MarketTrends> {
    const { periodMonths, dealType, propertyType, bedrooms } = given;
    const district = given.district === undefined ? undefined : readPlace(given.district);
    const period = lastMonths(context.clock.now(), periodMonths);
    const scope = { district, propertyType, dealType, bedrooms, ...period };
    const { figures, series } = await context.read(async (tx) => ({
      figures: await marketFigures(tx, scope),
      series: await marketMonths(tx, scope, context.timezone),
    }));
    return {
      scope: {
        district: district ?? null,
        propertyType: propertyType ?? null,
        dealType,
        bedrooms: bedrooms ?? null,
      },
      periodMonths,
      ...summary(figures, periodMonths),
      series: series.map((month) => ({ ...month, medianPricePerSqm: whole(month.medianPricePerSqm) })),
      ...(figures.sample && { sample: true as const }),
    };
  },
});

function summary(figures: MarketFigures, periodMonths: number) {
  const { newListings, activeListings, closedCount, olderListings, newerListings, olderPerSqm, newerPerSqm } =
    figures;
  const insufficientData = Math.min(olderListings, newerListings) < LEAST_PER_HALF;
  const changePct =
    insufficientData || !olderPerSqm || newerPerSqm === null
      ? null
      : Math.round(((newerPerSqm - olderPerSqm) / olderPerSqm) * 1_000) / 10;
  return {
    newListings,
    activeListings,
    closedCount,
    medianPrice: whole(figures.medianPrice),
    medianPricePerSqm: whole(figures.medianPricePerSqm),
    medianClosedPrice: whole(figures.medianClosedPrice),
    medianDaysOnMarket: whole(figures.medianDaysOnMarket),
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
