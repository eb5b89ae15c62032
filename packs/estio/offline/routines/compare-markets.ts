import { anySpelling, normalizedWords } from '#text';
import { type OfflineRoutine, type RoutineCall, type RoutineTurn } from '#pack-kit';
import { namesPlace, placesNamed } from '../../places.ts';
import { asksOfMarket, comparesMarkets } from '../requests.ts';
import {
  analyzeMarketTrends,
  marketReply,
  type MarketTrends,
} from '../../tools/analyze-market-trends.tool.ts';
import { euro, placeName, type Wording } from '../../wording.ts';

const MOST_PLACES = 4;
const SAMPLE = { en: 'This is sample data.', ar: 'هذه بيانات تجريبية.' };

/**
 * "Compare prices in Paphos and Larnaca", "what is the market like in Larnaca?": the tool knows one place at a time, and is
 * looked for first where it is not offered.
 */
export const compareMarkets: OfflineRoutine = (turn) => {
  const { message, calls, offered } = turn;
  if (!comparesMarkets(message.text) && !asksOfMarket(message.text) && marketsBefore(turn).length === 0)
    return undefined;
  const made = calls.filter(({ tool }) => tool === analyzeMarketTrends.name);
  if (made.length > 0) return told(made, turn);
  if (offered.includes(analyzeMarketTrends.name)) return { calls: askedOf(turn) };
  const searched = calls.some(({ tool }) => tool === 'tool_search');
  return searched || !offered.includes('tool_search')
    ? undefined
    : { calls: [{ tool: 'tool_search', arguments: { query: queryOf(turn) } }] };
};

/** In tool_search, in characters. */
const MAX_QUERY = 400;

/** "Compare with Paphos" does not say what; the tool's own words do. */
function queryOf(turn: RoutineTurn): string {
  return marketsBefore(turn).length > 0
    ? analyzeMarketTrends.description.slice(0, MAX_QUERY)
    : turn.message.text;
}

const COMPARES = anySpelling(
  /\bcompar(?:e|ed|ing|ison)\b|\bversus\b|\bvs\b|\bagainst\b|(?<!\p{L})و?(?:قارن|قارنها|مقارنة)/iu,
);

/** "Compare it with Paphos and Limassol": beside what was told of before, and not the one with the other. */
const COMPARES_IT = anySpelling(
  /\b(?:compar(?:e|ed|ing)|versus|vs)(?: (?:it|that|this|them|these|those|all))? (?:with|to|against)\b|(?<!\p{L})و?(?:قارنها|قارنه|قارنهما|قارن(?: ذلك| هذا)? مع|مقارنة مع)(?!\p{L})/iu,
);

/** "Compare with Paphos", where a market was told of last: the places that it is set beside. */
function marketsBefore({ message, lastCalls }: RoutineTurn): string[] {
  const { text } = message;
  // Every message comes through here, and reading its places costs more.
  if (!COMPARES.test(text)) return [];
  const own = placesNamed(normalizedWords(text));
  if (own.length === 0) return [];
  const at = text.search(COMPARES_IT);
  // "Compare Paphos and Limassol" names all that is compared.
  if (own.length > 1 && (at < 0 || namesPlace(normalizedWords(text.slice(0, at))))) return [];
  return lastCalls.flatMap(({ tool, arguments: { district } }) =>
    tool === analyzeMarketTrends.name && typeof district === 'string' ? [district] : [],
  );
}

function askedOf(turn: RoutineTurn) {
  const { message, filled } = turn;
  const { district: _, ...shared } = filled(analyzeMarketTrends.name);
  return [...new Set([...marketsBefore(turn), ...placesNamed(normalizedWords(message.text))])]
    .slice(0, MOST_PLACES)
    .map((district) => ({ tool: analyzeMarketTrends.name, arguments: { ...shared, district } }));
}

function told(made: readonly RoutineCall[], { message }: RoutineTurn) {
  const language: Wording = message.language === 'ar' ? 'ar' : 'en';
  if (made.some(({ result }) => !result?.success)) return undefined;
  const found = made.map(({ result }) => result?.data as MarketTrends);
  const isSample = found.some(({ sample }) => sample);
  const each = found.map((market) => marketReply({ ...market, sample: undefined }, language));
  return {
    reply: [...each, ...verdict(found, language), ...(isSample ? [SAMPLE[language]] : [])].join('\n'),
  };
}

/** By what a square metre costs, since homes are not of one size. */
function verdict(found: readonly MarketTrends[], language: Wording): string[] {
  const sorted = found
    .flatMap(({ scope, medianPricePerSqm: price }) =>
      price === null ? [] : [{ name: placeName(scope.district ?? '', language), price }],
    )
    .sort((one, other) => one.price - other.price);
  const [cheapest, ...others] = sorted;
  const dearest = others.at(-1);
  if (!cheapest || !dearest || found.length < 2) return [];
  if (cheapest.price === dearest.price)
    return [{ en: 'Per m² they cost the same.', ar: 'سعر المتر المربع متساو.' }[language]];
  const [low, high] = [euro(cheapest.price, language), euro(dearest.price, language)];
  return [
    language === 'ar'
      ? `الأرخص للمتر المربع ${cheapest.name} (${low})، والأغلى ${dearest.name} (${high}).`
      : `Per m² ${cheapest.name} is the cheapest at ${low}, and ${dearest.name} the most expensive at ${high}.`,
  ];
}
