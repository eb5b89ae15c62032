import type { OfflineMessage, OfflineRoutine, RoutineCall } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { compareSalesBetweenDistricts } from '../../tools/compare-sales-between-districts.tool.ts';
import { yearsNamed, withoutYears } from '../../tools/fills.ts';
import type { GeoTool } from '../../tools/geo-tool.ts';
import { getMunicipalitySales } from '../../tools/get-municipality-sales.tool.ts';
import { getTopDistrictsInMunicipality } from '../../tools/get-top-districts-in-municipality.tool.ts';
import { getTotalSalesValue } from '../../tools/get-total-sales-value.tool.ts';
import { getTransactionCount } from '../../tools/get-transaction-count.tool.ts';
import { languageOf, SAMPLE } from '../../tools/wording.ts';
import { YEARS } from '../../years.ts';
import { byYear, type Figures } from './figures-by-year.ts';
import { callInWords } from './call-in-words.ts';

const OF_ONE_PLACE: readonly GeoTool[] = [getTotalSalesValue, getMunicipalitySales];
const OF_A_YEAR: readonly GeoTool[] = [
  ...OF_ONE_PLACE,
  getTransactionCount,
  compareSalesBetweenDistricts,
  getTopDistrictsInMunicipality,
];
/** "Compare with 2020", "how does that compare to 2021?", "versus 2020?", "قارن مع 2020": without its years. */
const COMPARES_WITH =
  /^(?:(?:and|now|then|ok|okay|please|can you|could you|how (?:does|do|did)) )*(?:(?:it|that|this|they|these|those) )?(?:compare[ds]?|comparison|versus|vs|against)(?: (?:it|that|this|them|these|those))?(?: (?:with|to|against|and|year|the|of|that|those|in|figures?|numbers?|please))*$|^(?:(?:طيب|حسنا|ممكن|و) ?)*(?:و?قارن(?:ها|ه|هم|هما|لي|ي)?|و?مقارنه|بالمقارنه|مقابل)(?: (?:مع|ب|بـ|سنه|عام|بسنه|بعام|ذلك|هذا|و|من|فضلك))*$/;
/** "And how much was it in 2021?", "وكم كانت في 2021؟": the same of that year alone. */
const ASKS_OF_YEAR =
  /^(?:(?:and|so|ok|okay|then) )*(?:what|how much|how many|how high)(?: (?:was|were|is|are|did|about))?(?: (?:it|they|that|those|this))?(?: (?:back|in|for|of|the|year))*$|^و?(?:كم|بكم|ماذا|ايش|وش|شو)(?: (?:كانت|كان|صارت|صار|عن|بلغت|بلغ|هي|هو))*(?: (?:في|سنه|عام|لسنه|لعام))*$/;
const MOST_YEARS = 5;

/** The figures that were told last beside those of another year; one place is told year by year. */
export const compareYears: OfflineRoutine = ({ message, calls, lastCalls, offered }) => {
  const { named, adds } = yearsAsked(message);
  const before = lastCalls.filter(
    ({ tool, arguments: given, result }) => isOfYear(tool) && 'year' in given && result?.success,
  );
  const [first] = before;
  if (!first || named.length === 0) return undefined;
  // Of shares by type, or of several places, the year alone is asked for otherwise.
  if (distinct(before).length > 1 && (!adds || ofSeveralTypes(before))) return undefined;
  const made = calls.filter(({ tool }) => isOfYear(tool));
  const onePlace =
    adds && OF_ONE_PLACE.some(({ name }) => name === first.tool) && distinct(before).length === 1;
  if (made.length > 0) return told(made, message, onePlace);
  if (!offered.includes(first.tool)) return undefined;
  const years = onePlace ? [...named, ...before.map(({ arguments: { year } }) => Number(year))] : named;
  const asked = [...new Set(years)].toSorted((one, other) => one - other).slice(-MOST_YEARS);
  const wanted = onePlace ? [first] : distinct(before);
  return {
    calls: wanted.flatMap(({ tool, arguments: given }) =>
      asked.map((year) => ({ tool, arguments: { ...given, year } })),
    ),
  };
};

/** The years that a message names and nothing else; `adds` where they come to those that were told. */
function yearsAsked({ text, normalized }: OfflineMessage): { named: number[]; adds: boolean } {
  const named = yearsNamed(normalized).map(Number);
  const none = { named: [], adds: false };
  if (named.some((year) => year < YEARS.from || year > YEARS.to) || findPlaces(text).length > 0) return none;
  const rest = withoutYears(normalized).replaceAll(/\s+/g, ' ').trim();
  const adds = COMPARES_WITH.test(rest);
  return adds || ASKS_OF_YEAR.test(rest) ? { named, adds } : none;
}

function isOfYear(name: string): boolean {
  return OF_A_YEAR.some((tool) => tool.name === name);
}

const withoutYear = ({ tool, arguments: given }: RoutineCall) =>
  JSON.stringify([tool, { ...given, year: undefined }]);

function ofSeveralTypes(made: readonly RoutineCall[]): boolean {
  return new Set(made.map(({ arguments: { property_type: type } }) => type)).size > 1;
}

/** Each once, whatever its year. */
function distinct(made: readonly RoutineCall[]): RoutineCall[] {
  return [...new Map(made.map((call) => [withoutYear(call), call])).values()];
}

function told(made: readonly RoutineCall[], message: OfflineMessage, onePlace: boolean) {
  if (made.some(({ result }) => !result?.success)) return undefined;
  if (onePlace && made.length > 1)
    return {
      reply: byYear(
        made.map(({ result }) => result?.data as Figures),
        message,
      ),
    };
  const sample = SAMPLE[languageOf(message)];
  const lines = made.map((call) => {
    const tool = OF_A_YEAR.find(({ name }) => name === call.tool);
    return (tool && callInWords(tool, call, message)) ?? '';
  });
  const isSample = lines.some((line) => line.endsWith(sample));
  return {
    reply: [...lines.map((line) => line.replace(`\n${sample}`, '')), ...(isSample ? [sample] : [])].join(
      '\n',
    ),
  };
}
