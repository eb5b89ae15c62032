import { anySpelling } from '#text';
import type { OfflineMessage, OfflineRoutine, RoutineCall, RoutineStep, RoutineTurn } from '#pack-kit';
import { findPlaces } from '../../schema/places/find-places.ts';
import { findUnknownPlace } from '../unknown-places.ts';
import { compareSalesBetweenDistricts } from '../../tools/compare-sales-between-districts.tool.ts';
import { LATEST_YEAR, SEARCH, yearsNamed } from '../../tools/fills.ts';
import { findUnitsByBudget } from '../../tools/find-units-by-budget.tool.ts';
import { getMunicipalitySales } from '../../tools/get-municipality-sales.tool.ts';
import { getTopDistrictsInMunicipality } from '../../tools/get-top-districts-in-municipality.tool.ts';
import { getTotalSalesValue } from '../../tools/get-total-sales-value.tool.ts';
import { asksSupply, speaksOf } from '../../tools/requests.ts';
import type { TopDistrictsResult, UnitsResult } from '../../schema/results.ts';
import { languageOf } from '../../tools/wording.ts';
import { YEARS } from '../../years.ts';
import { foundNow, lastFigures, lastOfOnePlace, searchesFor } from './earlier-places.ts';
import { NO_CAUSES, RENTS_WHY, whatIsSeen } from './why-figures-differ.wording.ts';

const WHY = anySpelling(
  /\bwhy\b|\bhow come\b|\b(?:what|which) (?:\w+ )?(?:caused|causes|drove|drives|explains|led to|made|makes|pushed|happened)\b|\b(?:what|which|any|give|tell|the) (?:\w+ )?(?:reasons?|causes?|explanation)\b|\breasons? (?:for|behind|of)\b|\bbecause of what\b|\bdue to what\b|\bexplain (?:(?:the|this|that) (?:\w+ )?(?:change|rise|fall|drop|increase|decrease|decline|jump|growth|trend)|(?:this|that|it)$)|لماذا|لمَ|ليش|ليه|علاش|ما (?:ال)?(?:سبب|أسباب)|(?:شو|وش|ايش|ما هو|ما هي) (?:ال)?(?:سبب|أسباب)|سبب|أسباب/iu,
);
/** "Why don't you have rents?" is about the assistant, not about the market. */
const OF_US =
  /\b(?:why|how come)\b.*\b(?:you|your|i|me|we|should|data|sample|model)\b|(?:لماذا|ليش|ليه) (?:لا |ما )?(?:ت(?:عرف|ستطيع|عطي|قول|سال)|لديك|عندك|انت|انا|هذه بيانات|بيانات)/;
/** Homes that were listed, as against landlords, cheques and parking, of which nothing is known. */
const OF_THE_LISTED =
  /\b(?:these|those|them|they|this|that|it|ones?|list(?:ed)?|shown?|rents?|homes?|flats?|apartments?|villas?|houses?|studios?)\b|^(?:\S+ )?why(?: so \w+| not)?$|هذه|هذا|(?:^| )(?:هي|هو)(?: |$)|شقق|شقه|وحدات|وحده|ايجار|^(?:لماذا|ليش|ليه)(?: \S+)?$/u;
const TYPES = ['Apartment', 'Villa', 'Townhouse', 'Land'] as const;

/** A place and a year whose sales are taken apart. */
export interface Side {
  tool: string;
  arguments: Record<string, unknown>;
}

/**
 * "Why did it change?": the data has no causes. What it has is how a sum comes about: from how many sales, from what one
 * cost, and from which kinds of property. That is told, and that it explains no more.
 */
export const whyFiguresDiffer: OfflineRoutine = (turn) => {
  const { message, calls, offered } = turn;
  if (!WHY.test(message.text) || OF_US.test(message.normalized)) return undefined;
  const last = turn.earlier.findLast(({ tool, result }) => tool !== SEARCH && result?.success);
  const listed = last?.tool === findUnitsByBudget.name ? last.result?.data : undefined;
  if (
    last &&
    listed !== undefined &&
    OF_THE_LISTED.test(message.normalized) &&
    findPlaces(message.text).length === 0
  )
    return { reply: RENTS_WHY[languageOf(message)](listed as UnitsResult, last.arguments, message) };
  if (!isOfSales(turn)) return last ? { reply: NO_CAUSES[languageOf(message)] } : undefined;
  const taken = calls.filter(({ tool }) => tool !== SEARCH);
  if (taken.length > 0) return worded(taken, message);
  const searches = searchesFor(message.text);
  if (searches.length > 0 && !calls.some(({ tool }) => tool === SEARCH))
    return offered.includes(SEARCH) ? { calls: searches } : undefined;
  const sides = sidesOf(turn);
  if (sides === undefined) return undefined;
  const asked = sides.filter(({ tool }) => offered.includes(tool)).flatMap(takenApart);
  return asked.length > 0 ? { calls: asked } : { reply: NO_CAUSES[languageOf(message)] };
};

/** Nothing is known of why homes stand empty, or of places that are not known. */
function isOfSales(turn: RoutineTurn): boolean {
  const { message } = turn;
  const { text } = message;
  if (asksSupply(message) || (speaksOf(text, 'rental') && !speaksOf(text, 'sales'))) return false;
  if (findPlaces(text).length > 0) return true;
  if (findUnknownPlace(text) !== undefined && turn.earlier.length === 0) return false;
  return lastFigures(turn) !== undefined && !lastFigures(turn)!.tool.includes('supply');
}

function takenApart({ tool, arguments: given }: Side): Side[] {
  // One kind of property is not made of others. The whole comes last: what is asked next goes on from it.
  const { property_type: type } = given;
  const kinds = type === undefined ? [...TYPES, undefined] : [type];
  return kinds.map((kind) => ({
    tool,
    arguments: { ...given, ...(kind !== undefined && { property_type: kind }) },
  }));
}

/** The two that are held against each other: two places, or a place in two years. Undefined where a place is not known. */
function sidesOf(turn: RoutineTurn): Side[] | undefined {
  const { message, earlier } = turn;
  const found = foundNow(turn);
  if (found === undefined) return undefined;
  const named = found.flatMap(({ type, name_en: name, district_en: district }): Side[] => {
    if (type === 'municipality')
      return [{ tool: getMunicipalitySales.name, arguments: { municipality: name } }];
    return district === null ? [] : [{ tool: getTotalSalesValue.name, arguments: { district } }];
  });
  const years = yearsNamed(message.normalized).map(Number).filter(isCovered);
  const last = lastFigures(turn);
  const [first, second] = named.length > 0 ? withRival(named, last) : comparedBefore(last);
  if (first && second) return [first, second].map((side) => inYear(side, years[0] ?? yearOf(last)));
  const one = first ?? ofOnePlace(turn);
  if (!one) return [];
  const [from, to] = spanOf(years, earlier, last);
  return [inYear(one, from), inYear(one, to)];
}

function isCovered(year: number): boolean {
  return year >= YEARS.from && year <= YEARS.to;
}

function inYear({ tool, arguments: given }: Side, year: number): Side {
  return { tool, arguments: { ...given, year } };
}

function yearOf(last: RoutineCall | undefined): number {
  return Number(last?.arguments['year'] ?? LATEST_YEAR);
}

/** "Why is Yas dearer?" after a comparison, "why is Yas first?" after a ranking: against the next one of it. */
function withRival(named: Side[], last: RoutineCall | undefined): Side[] {
  if (named.length !== 1) return named.slice(0, 2);
  const before = comparedBefore(last);
  const isSame = (side: Side) => side.arguments['district'] === named[0]?.arguments['district'];
  return before.some(isSame) ? [...named, ...before.filter((side) => !isSame(side))].slice(0, 2) : named;
}

/** The districts of the last comparison, the first ones of the last ranking. */
function comparedBefore(last: RoutineCall | undefined): Side[] {
  const districts =
    last?.tool === compareSalesBetweenDistricts.name
      ? (last.arguments['districts'] as string[])
      : last?.tool === getTopDistrictsInMunicipality.name
        ? ((last.result?.data as TopDistrictsResult | undefined)?.rows ?? []).map(({ district }) => district)
        : [];
  return districts.map((district) => ({ tool: getTotalSalesValue.name, arguments: { district } }));
}

function ofOnePlace(turn: RoutineTurn): Side | undefined {
  const { district, municipality, property_type: type } = lastOfOnePlace(turn)?.arguments ?? {};
  const kind = type === undefined ? {} : { property_type: type };
  if (typeof district === 'string')
    return { tool: getTotalSalesValue.name, arguments: { district, ...kind } };
  return typeof municipality === 'string'
    ? { tool: getMunicipalitySales.name, arguments: { municipality, ...kind } }
    : undefined;
}

/** From the year before, where a change is asked about and only one year is known; the first year has none before it. */
function spanOf(
  years: readonly number[],
  earlier: readonly RoutineCall[],
  last: RoutineCall | undefined,
): [number, number] {
  if (years.length > 1) return [Math.min(...years), Math.max(...years)];
  const place = last?.arguments['district'] ?? last?.arguments['municipality'];
  const told = earlier
    .filter(({ arguments: given }) => (given['district'] ?? given['municipality']) === place)
    .map(({ arguments: given }) => Number(given['year']))
    .filter(isCovered);
  const to = years[0] ?? told.at(-1) ?? yearOf(last);
  const others = years.length > 0 ? [] : told.filter((year) => year !== to);
  if (others.length > 0) return [Math.min(...others, to), Math.max(...others, to)];
  return to > YEARS.from ? [to - 1, to] : [to, to + 1];
}

function worded(taken: readonly RoutineCall[], message: OfflineMessage): RoutineStep | undefined {
  const reply = whatIsSeen(taken, message);
  return reply === undefined ? undefined : { reply };
}
