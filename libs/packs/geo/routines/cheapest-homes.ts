import { normalizeText, withDigits } from '#tools/light';
import type { OfflineMessage, OfflineRoutine, RoutineCall, RoutineStep, RoutineTurn } from '#tools';
import { SEARCH } from '../tools/fills.ts';
import { findUnitsByBudget, homeLine } from '../tools/find-units-by-budget.tool.ts';
import { isBuying, namesAmount, speaksOf } from '../tools/requests.ts';
import type { SearchResult, UnitsResult } from '../tools/results.ts';
import { searchGeospatialMetadata } from '../tools/search-geospatial-metadata.tool.ts';
import { languageOf, SAMPLE, typeName } from '../tools/wording.ts';

const CHEAPEST =
  /\b(?:cheapest|lowest (?:priced |rents?\b)|least expensive|most affordable)\b|(?:^| )و?(?:ال)?ارخص(?: |$)/;
const HOMES =
  /\b(?:flats?|apartments?|villas?|houses?|homes?|townhouses?|studios?|bed\w*|units?|rents?|rental|to let|place to live)\b|شقه|شقق|فيلا|فلل|بيت|بيوت|سكن|وحده|وحدات|ستوديو|غرف|ايجار|استيجار|تاون هاوس/;
/** Areas are compared by another routine, or cannot be. */
const AREAS =
  /\b(?:areas?|districts?|neighbou?rhoods?|which part|where)\b|منطقه|مناطق|حي(?: |$)|احياء|وين|اين/;
/** No home of the data costs as much: the tool wants a limit, and none was named. AED a year. */
const NO_LIMIT_AED = 100_000_000;
const LISTED = 5;
const MOST_LISTED = 50;
/** "The 3 cheapest flats", "أرخص ثلاث شقق". */
const HOW_MANY =
  /\b(?:the )?(\d{1,2}) (?:cheapest|lowest|least|most affordable)\b|\b(?:cheapest|lowest|affordable) (\d{1,2})\b(?! (?:bed|br|bhk))|ارخص (\d{1,2})(?: |$)/;

/** "The cheapest flat in Al Ain": homes to rent are listed by their rents, and need no limit to be put in order. */
export const cheapestHomes: OfflineRoutine = (turn) => {
  const { message, calls, offered } = turn;
  if (!asksForCheapest(message) || !offered.includes(findUnitsByBudget.name)) return undefined;
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

function asksForCheapest(message: OfflineMessage): boolean {
  const { text, normalized } = message;
  if (!CHEAPEST.test(normalized) || !HOMES.test(normalized) || AREAS.test(normalized)) return false;
  return !namesAmount(text) && !isBuying(message) && !speaksOf(text, 'sales');
}

/** Nothing where the place is not known, or is one of several: the search's own words tell so. */
function listing(
  { filled, message }: RoutineTurn,
  searched: RoutineCall | undefined,
): RoutineStep | undefined {
  const best = (searched?.result?.data as SearchResult | undefined)?.best;
  if (searched && !best) return undefined;
  const { property_type: type, bedrooms } = filled(findUnitsByBudget.name);
  const place = best?.district_en
    ? { district: best.district_en }
    : { ...(best?.municipality_en && { municipality: best.municipality_en }) };
  return {
    calls: [
      {
        tool: findUnitsByBudget.name,
        arguments: {
          max_budget: NO_LIMIT_AED,
          limit: howMany(message),
          ...place,
          ...(type !== undefined && { property_type: type }),
          ...(bedrooms !== undefined && { bedrooms }),
        },
      },
    ],
  };
}

function howMany({ text }: OfflineMessage): number {
  const asked = Number(
    HOW_MANY.exec(normalizeText(withDigits(text)))
      ?.slice(1)
      .find(Boolean) ?? LISTED,
  );
  return Math.min(MOST_LISTED, Math.max(1, asked));
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
