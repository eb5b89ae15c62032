import type { OfflineMessage, OfflineRoutine, RoutineTurn } from '#pack-kit';
import { normalizedWords } from '#text';
import { findPlaces } from '../../schema/places/find-places.ts';
import { findUnknownPlace } from '../unknown-places.ts';
import { SEARCH, typeNamed } from '../../tools/fills.ts';
import { getCurrentSupply } from '../../tools/get-current-supply.tool.ts';
import { getMunicipalitySales } from '../../tools/get-municipality-sales.tool.ts';
import { getTotalSalesValue } from '../../tools/get-total-sales-value.tool.ts';
import { FORECAST } from '../../tools/offline-hints.ts';
import { asksSupply, speaksOf } from '../../tools/requests.ts';
import type { MunicipalitySalesResult, TotalSalesResult } from '../../schema/results.ts';
import { languageOf, numbersFor, ofType, SAMPLE } from '../../tools/wording.ts';
import { foundNow, lastOfOnePlace, searchesFor, SEVERAL } from './earlier-places.ts';
import { YEARS } from '../../years.ts';
import { coveredOf, severalYears } from './years-asked.ts';

const OVER_TIME =
  /\b(?:over the (?:last |past )?(?:\w+ )?years|(?:by|per|each|every) year|year (?:by|on|over) year|all years|history|(?:best|worst|strongest|weakest) years?|(?:which|what) years?(?: was|$)|which was the (?:best|worst) year|trends?|(?:gone|went|go|going) (?:up|down)|(?:rise|rose|risen|fall|fell|fallen|grow|grew|grown|chang\w+|develop\w*) (?:since|over|from|between|in the)|since)\b|\b(?:is|was) (?:that|this|it) (?:a lot|much|many|high|low|good|bad|normal|usual|typical|more than usual)(?: for (?:a|an|one|such) \w+| then| now)?$|(?:هل )?(?:هذا|هذه|هو|هي) (?:كثير|قليل|مرتفع|منخفض|عادي|طبيعي)|عبر السنوات|كل (?:سنه|عام)|اي سنه|اي عام|احسن سنه|افضل سنه|افضل عام|تطور|تغير|منذ|من سنه|من عام|ارتفعت|انخفضت|زادت|نزلت/;

const TOOLS = new Set([getTotalSalesValue.name, getMunicipalitySales.name]);
/** "Which district grew the most?" is of no single place. */
const OF_MANY =
  /\b(?:which|what) (?:district|area|municipality|place|community|communit\w+|districts|areas|places|municipalities)\b|(?:^| )(?:اي|ما|وش|شو) (?:هي )?(?:ال)?(?:منطقه|مناطق|حي|احيا|بلديه|بلديات)(?: |$)/;

/** The years that a message means, where it asks for more than one. */
function yearsAsked({ text, normalized }: OfflineMessage): number[] | undefined {
  return severalYears(text, OVER_TIME.test(normalized));
}

/** Sales of one place in several years: the tools know one year at a time. */
export const figuresByYear: OfflineRoutine = (turn) => {
  const { message, calls, offered } = turn;
  const covered = coveredOf(message.text);
  const years = yearsAsked(message) ?? covered;
  if (!years || !isOfSalesOfOnePlace(turn)) return undefined;
  const note = covered ? `${onlyCovered(message)}\n` : '';
  const figures = calls.filter(({ tool }) => TOOLS.has(tool));
  if (figures.length > 0) {
    const told = figures.map(({ result }) => (result?.success ? (result.data as Figures) : undefined));
    return told.every((one) => one !== undefined) ? { reply: `${note}${byYear(told, message)}` } : undefined;
  }
  const searches = searchesFor(message.text);
  if (searches.length > 0 && calls.length === 0)
    return offered.includes(SEARCH) ? { calls: searches } : undefined;
  const place = placeOf(turn);
  if (!place && covered && calls.length === 0 && findUnknownPlace(message.text) === undefined)
    return { reply: `${onlyCovered(message)} ${WHICH_DISTRICT[languageOf(message)]}` };
  if (!place || !offered.includes(place.tool)) return undefined;
  const type = typeNamed(message) ?? place.type;
  return {
    calls: years.map((year) => ({
      tool: place.tool,
      arguments: { ...place.arguments, year, ...(type !== undefined && { property_type: type }) },
    })),
  };
};

function onlyCovered(message: OfflineMessage): string {
  const n = numbersFor(message, languageOf(message));
  return languageOf(message) === 'ar'
    ? `تغطي البيانات السنوات من ${n.year(YEARS.from)} إلى ${n.year(YEARS.to)}.`
    : `The data covers the years ${YEARS.from} to ${YEARS.to}.`;
}

const WHICH_DISTRICT = {
  en: `Those I can show. For which district? For example “sales of Yas from ${YEARS.from} to ${YEARS.to}”: each year with its average price, as a list.`,
  ar: `وهذه أستطيع عرضها. لأي منطقة؟ مثلا «مبيعات ياس من ${YEARS.from} إلى ${YEARS.to}»، فأذكر كل سنة مع متوسط السعر، في قائمة.`,
};

export type Figures = TotalSalesResult | MunicipalitySalesResult;

function isOfSalesOfOnePlace({ message }: RoutineTurn): boolean {
  const { text, normalized } = message;
  if (FORECAST.test(normalized) || asksSupply(message) || SEVERAL.test(normalized)) return false;
  if (OF_MANY.test(normalized)) return false;
  if (speaksOf(text, 'rental') && !speaksOf(text, 'sales')) return false;
  return findPlaces(text).length < 2 && normalizedWords(text).length > 1;
}

interface Asked {
  tool: string;
  arguments: Record<string, unknown>;
  /** Of property. */
  type?: unknown;
}

/** The place that the message names; the one of the figures before, with their type, where it names none. */
function placeOf(turn: RoutineTurn): Asked | undefined {
  const [best] = foundNow(turn) ?? [];
  if (best?.type === 'municipality')
    return { tool: getMunicipalitySales.name, arguments: { municipality: best.name_en } };
  if (best)
    return best.district_en === null
      ? undefined
      : { tool: getTotalSalesValue.name, arguments: { district: best.district_en } };
  const { text } = turn.message;
  if (findPlaces(text).length > 0 || findUnknownPlace(text) !== undefined) return undefined;
  const last = lastOfOnePlace(turn);
  // "Is that a lot?" behind the housing stock is no question for sales.
  if (last?.tool === getCurrentSupply.name && !speaksOf(text, 'sales')) return undefined;
  const { district, municipality, property_type: type } = last?.arguments ?? {};
  if (district !== undefined) return { tool: getTotalSalesValue.name, arguments: { district }, type };
  return municipality === undefined
    ? undefined
    : { tool: getMunicipalitySales.name, arguments: { municipality }, type };
}

/** Each year with its figures, the best of them, and how the average has changed. */
export function byYear(given: readonly Figures[], message: OfflineMessage): string {
  const figures = given.toSorted((one, other) => one.year - other.year);
  const language = languageOf(message);
  const n = numbersFor(message, language);
  const [first, ...others] = figures;
  const last = others.at(-1);
  if (!first) return '';
  const arabic = language === 'ar';
  const name = (of: Figures) =>
    arabic
      ? 'district_ar' in of
        ? of.district_ar
        : of.municipality_ar
      : 'district' in of
        ? of.district
        : of.municipality;
  const lines = figures.map(
    ({ year, total_value_aed: value, transaction_count: count, average_value_aed: average }) =>
      arabic
        ? `- ${n.year(year)}: ${n.money(value)} في ${n.count(count)} معاملة${average === null ? '' : `، بمتوسط ${n.count(average)} درهم`}`
        : `- ${year}: ${n.money(value)} in ${n.count(count)} transactions${average === null ? '' : `, AED ${n.count(average)} on average`}`,
  );
  const best = figures.reduce((most, one) => (one.total_value_aed > most.total_value_aed ? one : most));
  const change =
    last?.average_value_aed && first.average_value_aed
      ? Math.round((last.average_value_aed / first.average_value_aed - 1) * 1_000) / 10
      : undefined;
  const signed = change === undefined ? '' : `${change > 0 ? '+' : ''}${n.count(change)}`;
  return [
    arabic
      ? `المبيعات${ofType(first.property_type, 'ar')} في ${name(first)} حسب السنة:`
      : `Sales${ofType(first.property_type, 'en')} in ${name(first)} by year:`,
    ...lines,
    arabic ? `الأعلى قيمة سنة ${n.year(best.year)}.` : `The highest value was in ${best.year}.`,
    ...(last && change !== undefined
      ? [
          arabic
            ? `تغير متوسط ثمن العملية الواحدة من ${n.year(first.year)} إلى ${n.year(last.year)}: ${signed} %.`
            : `What one sale cost on average changed by ${signed} % from ${first.year} to ${last.year}.`,
        ]
      : []),
    ...(figures.some(({ sample }) => sample) ? [SAMPLE[language]] : []),
  ].join('\n');
}
