import type { OfflineMessage, OfflineRoutine, RoutineCall, RoutineTurn } from '#pack-kit';
import { compareSalesBetweenDistricts as comparison } from '../../tools/compare-sales-between-districts.tool.ts';
import { namesYear, SEARCH, typeNamed, yearsNamed } from '../../tools/fills.ts';
import type { GeoTool } from '../../tools/geo-tool.ts';
import { getMunicipalitySales } from '../../tools/get-municipality-sales.tool.ts';
import { getTotalSalesValue } from '../../tools/get-total-sales-value.tool.ts';
import { getTransactionCount } from '../../tools/get-transaction-count.tool.ts';
import { languageOf, SAMPLE } from '../../tools/wording.ts';
import { byYear, type Figures } from './figures-by-year.ts';
import { foundNow, searchesFor } from './earlier-places.ts';
import { corrects, saysNoMore } from './follow-up-words.ts';
import { callInWords } from './call-in-words.ts';

const TOOLS: readonly GeoTool[] = [getMunicipalitySales, getTotalSalesValue, getTransactionCount];
const MOST_CALLS = 10;

interface Place {
  municipality?: string;
  district?: string;
}

/**
 * Figures that took several calls, or that are wanted of another kind of place: "and in Al Ain?" after a district, "and in
 * 2020?" after two municipalities, "only flats" after the years of a place. A single call is made anew without a routine.
 */
export const sameForAnotherPlace: OfflineRoutine = (turn) => {
  const { message, calls, offered, lastCalls } = turn;
  const before = lastCalls.filter(
    ({ tool, result }) => (toolNamed(tool) || tool === comparison.name) && result?.success,
  );
  const [first] = before;
  if (!first || !saysNoMore(message)) return undefined;
  const searches = searchesFor(message.text);
  // Districts are compared anew elsewhere; a municipality is none of them, and is told by itself.
  if (first.tool === comparison.name && (searches.length !== 1 || !isOfOtherKind(first, searches)))
    return undefined;
  const isOfPlace = searches.length === 1 && (isOfOtherKind(first, searches) || corrects(message));
  if (before.length === 1 && !isOfPlace && !(corrects(message) && namesYear(message.text))) return undefined;
  if (searches.length > 0 && !calls.some(({ tool }) => tool === SEARCH))
    return offered.includes(SEARCH) ? { calls: searches } : undefined;
  const made = calls.filter(({ tool }) => toolNamed(tool));
  if (made.length > 0) return told(made, message);
  const asked = askedAnew(turn, before).filter(({ tool }) => offered.includes(tool));
  return asked.length === 0 ? undefined : { calls: asked };
};

function toolNamed(name: string): GeoTool | undefined {
  return TOOLS.find((tool) => tool.name === name);
}

function isOfOtherKind({ arguments: given }: RoutineCall, searches: ReturnType<typeof searchesFor>): boolean {
  const municipality = searches.some(({ arguments: { type } }) => type === 'municipality');
  return municipality !== 'municipality' in given;
}

function askedAnew(turn: RoutineTurn, before: readonly RoutineCall[]) {
  const { message } = turn;
  const named = yearsNamed(message.normalized).map(Number);
  const years = named.length > 0 ? named : distinct(before.map(({ arguments: given }) => given['year']));
  const types = distinct(before.map(({ arguments: given }) => given['property_type']));
  const type = typeNamed(message) ?? (types.length === 1 ? types[0] : undefined);
  const counts = before.some(({ tool }) => tool === getTransactionCount.name);
  return placesOf(turn, before)
    .flatMap((place) =>
      years.map((year) => ({
        tool: toolFor(place, counts).name,
        arguments: { ...place, year, ...(type !== undefined && { property_type: type }) },
      })),
    )
    .slice(0, MOST_CALLS);
}

function toolFor({ municipality }: Place, counts: boolean): GeoTool {
  if (municipality !== undefined) return getMunicipalitySales;
  return counts ? getTransactionCount : getTotalSalesValue;
}

/** Where several were compared, one more joins them. */
function placesOf(turn: RoutineTurn, before: readonly RoutineCall[]): Place[] {
  const found = (foundNow(turn) ?? []).flatMap((best): Place[] => {
    if (best.type === 'municipality') return [{ municipality: best.name_en }];
    return best.district_en === null ? [] : [{ district: best.district_en }];
  });
  const [first] = before;
  if (first?.tool === comparison.name) return found;
  const earlier = before.map(({ arguments: { municipality, district } }): Place =>
    municipality === undefined ? { district: String(district) } : { municipality: String(municipality) },
  );
  const known = [...new Map(earlier.map((place) => [JSON.stringify(place), place])).values()];
  if (turn.calls.some(({ tool }) => tool === SEARCH) && found.length === 0) return [];
  return found.length === 0 ? known : known.length > 1 ? [...known, ...found] : found;
}

function distinct(values: readonly unknown[]): unknown[] {
  return [...new Set(values)];
}

function told(made: readonly RoutineCall[], message: OfflineMessage) {
  const years = distinct(made.map(({ arguments: given }) => given['year']));
  const isCount = made.some(({ tool }) => tool === getTransactionCount.name);
  if (made.some(({ result }) => !result?.success)) return undefined;
  if (years.length > 1 && made.length === years.length && !isCount)
    return {
      reply: byYear(
        made.map(({ result }) => result?.data as Figures),
        message,
      ),
    };
  const sample = SAMPLE[languageOf(message)];
  const lines = made.map((call) => callInWords(toolNamed(call.tool)!, call, message) ?? '');
  const isSample = lines.some((line) => line.endsWith(sample));
  return {
    reply: [...lines.map((line) => line.replace(`\n${sample}`, '')), ...(isSample ? [sample] : [])].join(
      '\n',
    ),
  };
}
