import { normalizeText, picksTime } from '#text';
import { asksForCheapPlaces } from './cheap-places.ts';
import {
  asksForListings,
  asksForOtherTask,
  asksForTimes,
  asksOfMarket,
  asksToBook,
  comparesMarkets,
  describesHome,
  statesWishes,
} from './requests.ts';
import { asksToSee } from './seeing.ts';

interface Cue {
  cue: string;
  boosts: Record<string, number>;
}

/** What the words of a message say for tools, for the broker: places of Cyprus and picked times say it without a tool's words. */
export function cuesOf(text: string): Cue[] {
  const looksForHomes =
    !asksForOtherTask(text) && (asksForListings(text) || (!statesWishes(text) && describesHome(text)));
  const market = comparesMarkets(text) || asksOfMarket(text) || asksForCheapPlaces(text);
  return [
    ...(looksForHomes ? [{ cue: 'homes', boosts: { search_properties: 1 } }] : []),
    ...(market ? [{ cue: 'market', boosts: { analyze_market_trends: 1 } }] : []),
    ...(asksForTimes(text) || asksToSee(text) ? [{ cue: 'times', boosts: { check_calendar: 1 } }] : []),
    ...(asksToBook(text) || picksTime({ normalized: normalizeText(text) })
      ? [{ cue: 'a time is picked', boosts: { schedule_viewing: 0.5 } }]
      : []),
  ];
}
