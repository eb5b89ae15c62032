import type { RoutineCall } from '#pack-kit';
import type { PlaceMention } from '../../schema/places/find-places.ts';
import { compareSalesBetweenDistricts as comparison } from '../../tools/compare-sales-between-districts.tool.ts';
import type { GeoTool } from '../../tools/geo-tool.ts';
import { getCurrentSupply } from '../../tools/get-current-supply.tool.ts';
import { getMunicipalitySales } from '../../tools/get-municipality-sales.tool.ts';
import { getTotalSalesValue } from '../../tools/get-total-sales-value.tool.ts';
import { getTransactionCount } from '../../tools/get-transaction-count.tool.ts';
import type { LeftOut } from '../../tools/left-out.ts';
import type { CompareResult, FoundPlace, SupplyResult } from '../../schema/results.ts';
import type { Figures } from './figures-by-year.ts';
import { comparisonWithout, stockWithout, sumsWithout, withData } from './subtract-left-out.ts';

/** What something can be left out of. */
export const FIGURES: readonly GeoTool[] = [
  getMunicipalitySales,
  getTotalSalesValue,
  getTransactionCount,
  comparison,
  getCurrentSupply,
];

export type Asked = Pick<RoutineCall, 'tool' | 'arguments'>;

export interface Wanted {
  whole: Asked;
  /** What is taken away from it. */
  minus: Asked[];
  /** What was taken away twice: the land of a district, where both the district and land are left out. */
  plus: Asked[];
}

export type Place = Pick<FoundPlace, 'district_en' | 'municipality_en'>;

export type Left = Pick<LeftOut, 'types'>;

/** Of a mention whose search is not at hand: a district is one by its own name. */
export function placeKnown({ places: [known] }: PlaceMention): Place {
  const { type, nameEn = null, districtEn = null, municipalityEn = null } = known ?? {};
  if (type === 'municipality') return { district_en: null, municipality_en: nameEn };
  return { district_en: type === 'district' ? nameEn : districtEn, municipality_en: municipalityEn };
}

/** A community or project: figures are by district, so that it cannot be left out of them. */
export function isPart({ places }: PlaceMention): boolean {
  return places.some(({ districtEn }) => districtEn !== null);
}

/** What a call takes away to leave out kinds of property, and places where it is of a municipality. */
export function partsOf(whole: Asked, { types }: Left, places: readonly Place[]): Wanted {
  const { tool, arguments: given } = whole;
  // Of one kind, what is of another is left out already; the stock tells all kinds by themselves.
  const isOfOne = given['property_type'] !== undefined || tool === getCurrentSupply.name;
  const typed = (asked: Asked) =>
    (isOfOne ? [] : types).map((type) => ({
      tool: asked.tool,
      arguments: { ...asked.arguments, property_type: type },
    }));
  const { municipality, ...others } = given;
  const within = tool === getMunicipalitySales.name ? places : [];
  const districts = within.flatMap(({ district_en: district, municipality_en: of }) =>
    of === municipality && district !== null
      ? [{ tool: getTotalSalesValue.name, arguments: { district, ...others } }]
      : [],
  );
  return { whole, minus: [...typed(whole), ...districts], plus: districts.flatMap(typed) };
}

/** A call with what is left of its figures; undefined where one of those that it takes failed. */
export function remainingOf(
  { whole, minus, plus }: Wanted,
  made: readonly RoutineCall[],
  { types }: Left,
): RoutineCall | undefined {
  const call = callFor(whole, made);
  const [less, more] = [minus, plus].map((some) => some.map((asked) => callFor(asked, made)?.result?.data));
  if (!call || !less || !more || [...less, ...more].some((data) => data === undefined)) return undefined;
  const data = call.result?.data as object;
  if (call.tool === getCurrentSupply.name)
    return call.arguments['property_type'] === undefined
      ? withData(call, stockWithout(data as SupplyResult, types))
      : call;
  if (call.tool === comparison.name)
    return withData(call, comparisonWithout(data as CompareResult, less as CompareResult[]));
  return withData(call, sumsWithout(data as Figures, less as Figures[], more as Figures[]));
}

/** The same call has the same key. */
export function keyOf({ tool, arguments: given }: Asked): string {
  return JSON.stringify([tool, Object.entries(given).toSorted()]);
}

function callFor(asked: Asked, made: readonly RoutineCall[]): RoutineCall | undefined {
  return made.find((call) => call.result?.success && keyOf(call) === keyOf(asked));
}
