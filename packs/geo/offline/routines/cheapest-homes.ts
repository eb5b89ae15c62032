import { TOOL_SEARCH } from '#tools';
import {
  type OfflineMessage,
  type OfflineRoutine,
  type RoutineCall,
  type RoutineStep,
  type RoutineTurn,
} from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { namesYear, SEARCH, typeNamed } from '../../tools/fills.ts';
import { ASKS_LIMIT, bedroomsIn, findUnitsByBudget, homeLine } from '../../tools/find-units-by-budget.tool.ts';
import { homesLimit } from '../../tools/homes-limit.ts';
import { isBuying, namesAmount, speaksOf } from '../../tools/requests.ts';
import type { SearchResult, UnitsResult } from '../../schema/results.ts';
import { searchGeospatialMetadata } from '../../tools/search-geospatial-metadata.tool.ts';
import { languageOf, SAMPLE, typeName } from '../../tools/wording.ts';
import { saysNoMore } from './follow-up-words.ts';

const CHEAPEST =
  /\b(?:cheapest|lowest (?:priced |rents?\b)|least expensive|most affordable)\b|(?:^| )و?(?:ال)?ارخص(?: |$)/;
const HOMES =
  /\b(?:flats?|apartments?|villas?|houses?|homes?|townhouses?|studios?|bed\w*|units?|rents?|rental|to let|place to live)\b|شقه|شقق|فيلا|فلل|بيت|بيوت|سكن|وحده|وحدات|ستوديو|غرف|ايجار|استيجار|تاون هاوس/;
/** Areas are compared by another routine, or cannot be. */
const AREAS =
  /\b(?:areas?|districts?|neighbou?rhoods?|which part|where)\b|منطقه|مناطق|حي(?: |$)|احياء|وين|اين/;
/** No home of the data costs as much: the tool wants a limit, and none was named. AED a year. */
export const NO_LIMIT_AED = 100_000_000;
const LISTED = 5;

/** "How much is the rent in Al Khalidiyah?", "بكم الايجار في الخالدية؟": told by what is on offer there. */
const ASKS_RENT =
  /\b(?:how much|what)(?: (?:is|s|are|re|does|do|would|it|the|a|an|usual|typical|yearly|annual|current))* (?:rents?|(?:flat|apartment|villa|home|house|studio)s? (?:rent|cost to rent))\b|\bhow (?:much|high)\b.*\b(?:to rent|rents?)\b|(?:^| )(?:ب?كم|شو|وش|ما|ايش)(?: (?:هو|هي|سعر|اسعار|يبلغ))* (?:ال)?(?:ايجار|ايجارات|اجار)(?:ات)?(?: |$)/;
const IS_AVERAGE = /\baverage|\bmean\b|متوسط|معدل/;
const THERE = /\b(?:there|in that (?:area|district|place))\b|(?:^| )و?(?:هناك|هنالك|فيها|هنيك)(?: |$)/;
/** "And rents there?", "والإيجارات؟": what is asked of the place that was spoken of last, and nothing else. */
const ONLY_RENTS =
  /^(?=.*(?:\brent|\blease|ايجار|اجار))(?:(?:and|so|ok|okay|but|then|now|what|how|about|are|is|the|of|for|in|yearly|annual|rents?|rentals?|rental prices|rent prices|leases?|there|like|it|و|وماذا|ماذا|شو|ايش|وش|طيب|عن|كيف|و?(?:ب?ال)?(?:ايجارات?|اجارات?)|اسعار|فيها|و?هناك|هنيك)(?: |$))+$/;
/** "غرفتين وصالة", "a 2 bed?", "villas": what the rents of a place are asked for anew with. */
const ONLY_HOMES =
  /^(?:(?:and|ok|for|a|an|with|only|just|what|about|of|in|\d|one|two|three|four|five|bed|beds|bedrooms?|br|bhk|rooms?|flats?|apartments?|villas?|townhouses?|studios?|و?ب?غرف\S*|و?صاله|نوم|شقه|شقق|فيلا|فلل|ستوديو|و?بس|فقط|طيب|ثلاث|اربع)(?: |$))+$/;

/** "The cheapest flat in Al Ain": homes to rent are listed by their rents, and need no limit to be put in order. */
export const cheapestHomes: OfflineRoutine = (turn) => {
  const { message, calls, offered } = turn;
  const asks =
    asksForCheapest(message) ||
    asksWhatRentIs(turn) ||
    asksRentsThere(turn) ||
    goesOnWithRents(turn) !== undefined;
  if (!asks) return undefined;
  if (!offered.includes(findUnitsByBudget.name)) return searchForTool(turn);
  const places = searchGeospatialMetadata.offline.each?.values(message) ?? [];
  if (places.length > 1) return undefined;
  const [query] = places;
  const searched = calls.find(({ tool }) => tool === SEARCH);
  if (query !== undefined && !searched)
    return offered.includes(SEARCH) ? { calls: [{ tool: SEARCH, arguments: { query } }] } : undefined;
  const found = calls.find(({ tool }) => tool === findUnitsByBudget.name);
  if (!found) return listing(turn, searched);
  return found.result?.success
    ? { reply: worded(found.result.data as UnitsResult, found, message) }
    : undefined;
};

/** "And in Al Ain?" has no word by which the broker would offer the tool that the message before was about. */
function searchForTool(turn: RoutineTurn): RoutineStep | undefined {
  const { calls, offered } = turn;
  if (!offered.includes(TOOL_SEARCH) || calls.some(({ tool }) => tool === TOOL_SEARCH)) return undefined;
  if (goesOnWithRents(turn) === undefined) return undefined;
  return { calls: [{ tool: TOOL_SEARCH, arguments: { query: findUnitsByBudget.description } }] };
}

export function asksForCheapest(message: OfflineMessage): boolean {
  const { text, normalized } = message;
  if (!CHEAPEST.test(normalized) || !HOMES.test(normalized) || AREAS.test(normalized)) return false;
  return !namesAmount(text) && !isBuying(message) && !speaksOf(text, 'sales');
}

function asksWhatRentIs({ message }: RoutineTurn): boolean {
  const { text, normalized } = message;
  if (!ASKS_RENT.test(normalized) || IS_AVERAGE.test(normalized) || AREAS.test(normalized)) return false;
  if (namesAmount(text) || isBuying(message) || speaksOf(text, 'sales')) return false;
  return findPlaces(text).length > 0 || THERE.test(normalized);
}

function asksRentsThere(turn: RoutineTurn): boolean {
  const { normalized } = turn.message;
  return ONLY_RENTS.test(normalized) && Object.keys(placeSpokenOf(turn)).length > 0;
}

/** What rents were asked by, where no limit was named and the message only says which homes, or where. */
function goesOnWithRents(turn: RoutineTurn): RoutineCall['arguments'] | undefined {
  const { message, lastCalls } = turn;
  if (wasAskedForLimit(turn)) return isElsewhere(message) ? homesOf(turn.said.at(-1) ?? '') : undefined;
  const last = lastCalls.findLast(({ tool, result }) => tool !== SEARCH && result?.success);
  if (last?.tool !== findUnitsByBudget.name || last.arguments['max_budget'] !== NO_LIMIT_AED)
    return undefined;
  return ONLY_HOMES.test(message.normalized) || isElsewhere(message) ? last.arguments : undefined;
}

/** The message before was about rents and named no limit, so that the tool asked for one. */
export function wasAskedForLimit({ replied }: RoutineTurn): boolean {
  return Object.values(ASKS_LIMIT).some((question) => replied.at(-1)?.includes(question));
}

/** "And in Al Ain?", "وفلل في العين؟": the same of another place, perhaps of other homes. */
function isElsewhere(message: OfflineMessage): boolean {
  const { text } = message;
  if (speaksOf(text, 'sales') || speaksOf(text, 'count') || namesYear(text)) return false;
  return findPlaces(text).length === 1 && saysNoMore(message);
}

function homesOf(text: string): RoutineCall['arguments'] {
  const [type, bedrooms] = [typeNamed({ text }), bedroomsIn(text)];
  return { ...(type !== undefined && { property_type: type }), ...(bedrooms !== undefined && { bedrooms }) };
}

/** "There" is the place that was spoken of last, whatever of it was told. */
function placeBefore(turn: RoutineTurn): { district?: unknown; municipality?: unknown } {
  const { district, municipality } = goesOnWithRents(turn) ?? {};
  if (district !== undefined) return { district };
  if (municipality !== undefined) return { municipality };
  const { normalized } = turn.message;
  return THERE.test(normalized) || ONLY_RENTS.test(normalized) ? placeSpokenOf(turn) : {};
}

function placeSpokenOf({ earlier }: RoutineTurn): { district?: unknown; municipality?: unknown } {
  const last = earlier.findLast(
    ({ tool, arguments: given, result }) =>
      result?.success && (tool === SEARCH || 'district' in given || 'municipality' in given),
  );
  if (last?.tool !== SEARCH) {
    const { district: named, municipality: whole } = last?.arguments ?? {};
    return named !== undefined ? { district: named } : whole === undefined ? {} : { municipality: whole };
  }
  const best = (last.result?.data as SearchResult | undefined)?.best;
  if (best?.district_en) return { district: best.district_en };
  return best?.municipality_en ? { municipality: best.municipality_en } : {};
}

/** Nothing where the place is not known, or is one of several: the search's own words tell so. */
function listing(turn: RoutineTurn, searched: RoutineCall | undefined): RoutineStep | undefined {
  const best = (searched?.result?.data as SearchResult | undefined)?.best;
  if (searched && !best) return undefined;
  const { filled, message } = turn;
  const before = goesOnWithRents(turn) ?? {};
  const said = filled(findUnitsByBudget.name);
  const type = said['property_type'] ?? before['property_type'];
  const bedrooms = said['bedrooms'] ?? bedroomsIn(message.text) ?? before['bedrooms'];
  const place = !searched
    ? placeBefore(turn)
    : best?.district_en
      ? { district: best.district_en }
      : { ...(best?.municipality_en && { municipality: best.municipality_en }) };
  return {
    calls: [
      {
        tool: findUnitsByBudget.name,
        arguments: {
          max_budget: NO_LIMIT_AED,
          limit: homesLimit(message) ?? before['limit'] ?? LISTED,
          ...place,
          ...(type !== undefined && { property_type: type }),
          ...(bedrooms !== undefined && { bedrooms }),
        },
      },
    ],
  };
}

function worded(
  { units, sample }: UnitsResult,
  { arguments: asked }: RoutineCall,
  message: OfflineMessage,
): string {
  const language = languageOf(message);
  if (units.length === 0) return NONE[language];
  const heading = HEADING[language](typeName(asked['property_type'] as string | undefined, language));
  const lines = units.map((unit, index) => `${index + 1}. ${homeLine(unit, message)}`);
  return [heading, ...lines, ...(sample ? [SAMPLE[language]] : [])].join('\n');
}

const HEADING = {
  en: (homes: string) => `There are rents of single homes alone; the cheapest ${homes} to rent:`,
  ar: (homes: string) => `لدي إيجارات وحدات بعينها فقط، وأرخص المعروض للإيجار (${homes}):`,
};
const NONE = {
  en: 'Nothing of that kind is to rent there.',
  ar: 'لا توجد وحدات للإيجار من هذا النوع هناك.',
};
