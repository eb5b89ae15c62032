import type { OfflineRoutine, RoutineCall, RoutineTurn } from '#pack-kit';
import { asksForCheapPlaces, asksForDearPlaces, placesToRank } from '../cheap-places.ts';
import { analyzeMarketTrends, type MarketTrends } from '../../tools/analyze-market-trends.tool.ts';
import { dealName, euro, placeName, typeName, type Wording } from '../../wording.ts';

/** In tool_search, in characters. */
const MAX_QUERY = 400;

/** "What areas of Limassol are cheap?": the market of each area, by what a square metre costs. */
export const cheapPlaces: OfflineRoutine = (turn) => {
  const { message, calls, offered } = turn;
  if (!asksForCheapPlaces(message.text)) return undefined;
  const made = calls.filter(({ tool }) => tool === analyzeMarketTrends.name);
  if (made.length > 0) return ranked(made, turn);
  if (offered.includes(analyzeMarketTrends.name)) return { calls: askedOf(turn) };
  const searched = calls.some(({ tool }) => tool === 'tool_search');
  if (searched || !offered.includes('tool_search')) return undefined;
  const query = analyzeMarketTrends.description.slice(0, MAX_QUERY);
  return { calls: [{ tool: 'tool_search', arguments: { query } }] };
};

function askedOf({ message, filled }: RoutineTurn) {
  const { district: _, ...shared } = filled(analyzeMarketTrends.name);
  return placesToRank(message.text).map((district) => ({
    tool: analyzeMarketTrends.name,
    arguments: { ...shared, district },
  }));
}

function ranked(made: readonly RoutineCall[], { message }: RoutineTurn) {
  const language: Wording = message.language === 'ar' ? 'ar' : 'en';
  const found = made.flatMap(({ result }) => (result?.success ? [result.data as MarketTrends] : []));
  const [first] = found;
  if (!first) return undefined;
  const dear = asksForDearPlaces(message.text);
  const priced = found
    .flatMap((market) =>
      market.medianPricePerSqm === null ? [] : [{ market, perSqm: market.medianPricePerSqm }],
    )
    .toSorted((one, other) => (dear ? other.perSqm - one.perSqm : one.perSqm - other.perSqm));
  const unpriced = found.filter(({ medianPricePerSqm }) => medianPricePerSqm === null);
  return {
    reply: [
      HEADING[language](first, dear),
      ...priced.map(({ market, perSqm }, at) => `${at + 1}. ${LINE[language](market, perSqm)}`),
      unpriced.length === 0
        ? ''
        : NO_PRICES[language](unpriced.map(({ scope }) => placeName(scope.district ?? '', language))),
      found.some(({ sample }) => sample) ? SAMPLE[language] : '',
    ]
      .filter(Boolean)
      .join('\n'),
  };
}

const HEADING: Record<Wording, (market: MarketTrends, dear: boolean) => string> = {
  en: ({ scope, periodMonths }, dear) =>
    `By the median asking price per m² of the last ${periodMonths} months, ${typeName(scope.propertyType ?? undefined, 'en')} ${dealName(scope.dealType, 'en')}, the ${dear ? 'most expensive' : 'cheapest'} first:`,
  ar: ({ scope, periodMonths }, dear) =>
    `حسب السعر الوسيط للمتر المربع خلال آخر ${periodMonths} شهرا، ${typeName(scope.propertyType ?? undefined, 'ar')} ${dealName(scope.dealType, 'ar')}، ${dear ? 'الأغلى' : 'الأرخص'} أولا:`,
};
const LINE: Record<Wording, (market: MarketTrends, perSqm: number) => string> = {
  en: ({ scope, medianPrice, activeListings }, perSqm) =>
    `${placeName(scope.district ?? '', 'en')}: ${euro(perSqm, 'en')} per m²${medianPrice === null ? '' : `, median price ${euro(medianPrice, 'en')}`}, ${activeListings} available`,
  ar: ({ scope, medianPrice, activeListings }, perSqm) =>
    `${placeName(scope.district ?? '', 'ar')}: ${euro(perSqm, 'ar')} للمتر المربع${medianPrice === null ? '' : `، السعر الوسيط ${euro(medianPrice, 'ar')}`}، المتاح ${activeListings}`,
};
const NO_PRICES: Record<Wording, (names: readonly string[]) => string> = {
  en: (names) => `No prices on record: ${names.join(', ')}.`,
  ar: (names) => `بلا أسعار في السجل: ${names.join('، ')}.`,
};
const SAMPLE = { en: 'This is sample data.', ar: 'هذه بيانات تجريبية.' };
