import type { OfflineMessage, OfflineRoutine, RoutineTurn } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { namesYear, placesAsked, SEARCH } from '../../tools/fills.ts';
import type { GeoTool } from '../../tools/geo-tool.ts';
import { getMunicipalitySales } from '../../tools/get-municipality-sales.tool.ts';
import { getTopDistrictsInMunicipality } from '../../tools/get-top-districts-in-municipality.tool.ts';
import { getTotalSalesValue } from '../../tools/get-total-sales-value.tool.ts';
import { getTransactionCount } from '../../tools/get-transaction-count.tool.ts';
import { compareSalesBetweenDistricts } from '../../tools/compare-sales-between-districts.tool.ts';
import { yearsCovered } from '../../tools/failure.ts';
import { asksCount, asksSupply, speaksOf } from '../../tools/requests.ts';
import type { SharedResult } from '../../schema/results.ts';
import { YEARS } from '../../years.ts';
import { foundNow, searchesFor } from './earlier-places.ts';
import { callInWords } from './call-in-words.ts';

/** As people say "last year" besides the words that every tool's year is read from. */
const LAST_YEAR =
  /\blast yr\b|\bthe year that (?:just )?(?:passed|ended)\b|(?:^| )و?(?:ب|ل|في )?(?:السنه|العام|سنه|عام) (?:(?:اللي|الي|التي|الذي) )?(?:فاتت?|راحت?|مضت|مضي|انقضت|انقضي|خلصت|الفايته?|المنصرمه?|المنقضيه?|اللي قبل)(?: |$)/;

/** "Sales in Yas السنة اللي فاتت": by the day on which the figures were asked for, as "last year" is by the clock. */
export const lastYear: OfflineRoutine = (turn) => {
  const { message, calls, offered } = turn;
  const { text, normalized } = message;
  if (!LAST_YEAR.test(normalized) || namesYear(text) || asksSupply(message)) return undefined;
  if (speaksOf(text, 'rental') && !speaksOf(text, 'sales')) return undefined;
  const searches = searchesFor(text);
  if (searches.length > 0 && !calls.some(({ tool }) => tool === SEARCH))
    return offered.includes(SEARCH) ? { calls: searches } : undefined;
  const year = yearBefore(turn);
  if (year === undefined || foundNow(turn) === undefined) return undefined;
  if (year < YEARS.from || year > YEARS.to) return { reply: yearsCovered(YEARS, message) };
  const tool = toolFor(message);
  const made = calls.find(({ tool: name }) => name === tool.name);
  if (made) {
    const reply = callInWords(tool, made, message);
    return reply === undefined ? undefined : { reply };
  }
  if (!offered.includes(tool.name)) return undefined;
  return { calls: [{ tool: tool.name, arguments: { ...turn.filled(tool.name), year } }] };
};

/** The year before that in which the last result was given; undefined while there is none. */
function yearBefore({ calls, earlier }: RoutineTurn): number | undefined {
  const last = [...earlier, ...calls].findLast(
    ({ result }) => result?.success && typeof (result.data as Partial<SharedResult>).asOf === 'string',
  );
  const asOf = (last?.result?.data as SharedResult | undefined)?.asOf;
  return asOf === undefined ? undefined : new Date(asOf).getUTCFullYear() - 1;
}

function toolFor(message: OfflineMessage): GeoTool {
  const { text } = message;
  if (speaksOf(text, 'ranking')) return getTopDistrictsInMunicipality;
  if (findPlaces(text).length > 1 && placesAsked(message).searched.length > 1)
    return compareSalesBetweenDistricts;
  if (placesAsked(message).whole) return getMunicipalitySales;
  return asksCount(text) ? getTransactionCount : getTotalSalesValue;
}
