import { normalizedWords } from '#text';
import {
  type OfflineMessage,
  type OfflineRoutine,
  type RoutineCall,
  type RoutineStep,
  type RoutineTurn,
  type Tool,
} from '#pack-kit';
import { namesPlace } from '../../places.ts';
import { isListBySea } from '../programs/near-the-sea.program.ts';
import { isOfDealAlone, isSearchFragment } from '../search-fragment.ts';
import { calculateMortgage } from '../../tools/calculate-mortgage.tool.ts';
import { searchProperties } from '../../tools/search-properties.tool.ts';

/** "2 bedrooms", "and in Larnaca under 150k" behind a list: the search is made anew with it, and keeps the rest. */
export const goesOnSearching: OfflineRoutine = (turn) => {
  const { message, calls, offered, agent } = turn;
  const last = searchBefore(turn);
  if (!last) return undefined;
  // What a program put in order is put in order by it again.
  if (agent === 'searcher' && !isOfDealAlone(message.text) && isListBySea(turn.replied.at(-1) ?? ''))
    return undefined;
  if (!offered.includes(searchProperties.name) || !isSearchFragment(message.text)) return undefined;
  const made = calls.find(({ tool }) => tool === searchProperties.name);
  if (!made) {
    const own = ownWishes(turn);
    if (calls.length > 0 || Object.keys(own).length === 0) return undefined;
    return { calls: [{ tool: searchProperties.name, arguments: merged(last.arguments, own) }] };
  }
  return toldAnew(searchProperties, made, message);
};

/** The reply of the tool to a call of it that a routine has made. */
export function toldAnew(
  { offline: hints }: Pick<Tool, 'offline'>,
  { arguments: given, result }: RoutineCall,
  message: OfflineMessage,
): RoutineStep | undefined {
  if (!result?.success || !hints) return undefined;
  const word = (message.language === 'ar' ? hints.reply.ar : undefined) ?? hints.reply.en;
  return { reply: word(result.data as never, given as never, message) };
}

/** The search that the conversation is at; behind a loan a place looks for homes again, or for the first time. */
function searchBefore({ message, earlier }: RoutineTurn): Pick<RoutineCall, 'arguments'> | undefined {
  const isSearch = ({ tool, result }: RoutineCall) => tool === searchProperties.name && result?.success;
  const last = earlier.findLast(({ tool }) => !LOOK_UPS.has(tool));
  if (last && isSearch(last)) return last;
  if (last?.tool !== calculateMortgage.name || !namesPlace(normalizedWords(message.text))) return undefined;
  return earlier.findLast(isSearch) ?? { arguments: {} };
}

/** What is read in between leaves the search where it was. */
export const LOOK_UPS = new Set(['query_org_data', 'tool_search', 'retrieve_context']);

/** What the message itself searches for. */
export function ownWishes({ filled }: RoutineTurn): Record<string, unknown> {
  const { limit: _, ...own } = filled(searchProperties.name);
  return own;
}

/** Nobody rents for so much a month, and nothing is sold for so little. Euro. */
const [NO_RENT_EUR, NO_SALE_PRICE_EUR] = [50_000, 5_000];

function isOfOtherDeal(dealType: unknown, price: unknown): boolean {
  if (typeof price !== 'number') return false;
  return dealType === 'rent' ? price >= NO_RENT_EUR : dealType === 'sale' && price < NO_SALE_PRICE_EUR;
}

const ROOMS = ['bedrooms', 'bedroomsMin', 'bedroomsMax'];

/** A number of bedrooms replaces one of the other kind, and a highest price a lowest one above it. */
function merged(before: Record<string, unknown>, own: Record<string, unknown>): Record<string, unknown> {
  const { limit: _, ...kept } = before;
  const rooms = ROOMS.some((name) => name in own);
  const wish = Object.fromEntries(Object.entries(kept).filter(([name]) => !(rooms && ROOMS.includes(name))));
  const all: Record<string, unknown> = { ...wish, ...own };
  // A price to buy for turns a search for rents into one for sales, and the other way round.
  if (!('dealType' in own) && isOfOtherDeal(wish['dealType'], own['maxPrice'])) delete all['dealType'];
  const { minPrice, maxPrice, ...others } = all;
  if (minPrice === undefined || maxPrice === undefined || Number(minPrice) <= Number(maxPrice)) return all;
  return 'maxPrice' in own ? { ...others, maxPrice } : { ...others, minPrice };
}
