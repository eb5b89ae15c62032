import type { RoutineCall, RoutineStep, RoutineTurn } from '#pack-kit';
import { districts } from '../../places.ts';
import { BETWEEN_PLACES, type Criteria } from '../../schema/property-search.read-model.ts';
import { recordWish, type RecordFilter, type RecordWish } from '../record-wishes.ts';
import { assumption } from '../search-properties.assumed.ts';
import { LAST_ONES, wishOf } from '../search-properties.reply.ts';
import { count, euro, titleName, type Wording } from '../../wording.ts';

/** So many are told at once. */
export const LISTED = 5;
const FIELDS = ['id', 'title', 'district', 'dealType', 'price', 'bedrooms', 'bathrooms', 'pool'];

export interface ListedRow {
  id: string;
  title: string;
  dealType: 'sale' | 'rent';
  price: number;
}

/** Listings that the search cannot find by itself: what it filters by, and what only the records tell. */
export interface Wanted {
  criteria: Criteria;
  wishes: readonly RecordWish[];
  /** What is taken for granted, in the words of the search. */
  assumptions?: readonly string[];
  /** So many of them were told before. */
  after?: number;
}

/** A list of the records that were looked for. */
export function isSearch({ tool, arguments: asked, result }: RoutineCall): boolean {
  return Boolean(
    tool === 'query_org_data' &&
    result?.success &&
    asked['operation'] !== 'count' &&
    wantedBefore(asked) !== undefined,
  );
}

/** What the records were asked for, where that was a search; what is read of listings by their ids is none. */
export function wantedBefore(asked: Record<string, unknown>): Wanted | undefined {
  const filters = (asked['filters'] ?? []) as RecordFilter[];
  const wishes = filters.flatMap((filter) => recordWish(filter) ?? []);
  if (
    asked['dataset'] !== 'properties' ||
    wishes.length === 0 ||
    !filters.some(({ field }) => field === 'status')
  )
    return undefined;
  const of = (field: string, op?: RecordFilter['op']) =>
    filters.find(
      (filter) => filter.field === field && filter.op !== 'ne' && (op === undefined || filter.op === op),
    )?.value;
  const place = of('district') ?? of('area');
  const criteria = {
    district: Array.isArray(place) ? place.join(BETWEEN_PLACES) : place,
    propertyType: of('propertyType'),
    dealType: of('dealType'),
    bedrooms: of('bedrooms', 'eq'),
    bedroomsMin: of('bedrooms', 'gte'),
    bedroomsMax: of('bedrooms', 'lte'),
    minPrice: of('price', 'gte'),
    maxPrice: of('price', 'lte'),
  };
  const given = Object.fromEntries(Object.entries(criteria).filter(([, value]) => value !== undefined));
  return { criteria: given, wishes };
}

/** Has the records read and tells of them: the cheapest first, or those behind the ones that were told before. */
export function found(turn: RoutineTurn, wanted: Wanted): RoutineStep | undefined {
  const { message, calls, offered } = turn;
  const made = calls.filter(({ tool }) => tool === 'query_org_data');
  if (made.length === 0)
    return offered.includes('query_org_data')
      ? { calls: [recordsOf(wanted, 'list'), recordsOf(wanted, 'count')] }
      : undefined;
  const [listed, counted] = made.map(({ result }) => (result?.success ? result.data : undefined));
  if (!listed || !counted) return undefined;
  const { rows, sample } = listed as { rows: ListedRow[]; sample?: boolean };
  const { count: total } = counted as { count: number };
  const language: Wording = message.language === 'ar' ? 'ar' : 'en';
  const assumed = assumption({ assumptions: [...(wanted.assumptions ?? [])] }, language) ?? '';
  // Once in a conversation, as the search does.
  const isTold = turn.replied.some((one) => one.includes(assumed));
  const note = [...(isTold ? [] : [assumed]), ...(sample ? [SAMPLE[language]] : [])];
  return { reply: [...worded(rows, total, wanted, language), ...note].filter(Boolean).join('\n') };
}

function recordsOf({ criteria, wishes, after = 0 }: Wanted, operation: 'list' | 'count') {
  const { district, propertyType, dealType, minPrice, maxPrice, bedrooms, bedroomsMin, bedroomsMax } =
    criteria;
  const eq = (field: string, value: unknown) => (value === undefined ? [] : [{ field, op: 'eq', value }]);
  const bound = (field: string, op: 'gte' | 'lte', value: unknown) =>
    value === undefined ? [] : [{ field, op, value }];
  return {
    tool: 'query_org_data',
    arguments: {
      dataset: 'properties',
      operation,
      filters: [
        ...wishes.map(({ filter }) => filter),
        { field: 'status', op: 'eq', value: 'available' },
        ...(district === undefined ? [] : [placeFilter(district.split(BETWEEN_PLACES))]),
        ...eq('propertyType', propertyType),
        ...eq('dealType', dealType),
        ...eq('bedrooms', bedrooms),
        ...bound('bedrooms', 'gte', bedroomsMin),
        ...bound('bedrooms', 'lte', bedroomsMax),
        ...bound('price', 'gte', minPrice),
        ...bound('price', 'lte', maxPrice),
      ],
      ...(operation === 'list' && {
        fields: FIELDS,
        orderBy: { field: 'price', direction: 'asc' },
        limit: LISTED,
        ...(after > 0 && { offset: after }),
      }),
    },
  };
}

function placeFilter(places: readonly string[]) {
  const field = places.every((place) => districts.some(({ name }) => name === place)) ? 'district' : 'area';
  return places.length === 1
    ? { field, op: 'eq', value: places[0] }
    : { field, op: 'in', value: [...places] };
}

function worded(
  rows: readonly ListedRow[],
  total: number,
  { criteria, wishes, after = 0 }: Wanted,
  language: Wording,
): string[] {
  const arabic = language === 'ar';
  const wish = wishOf(criteria, language);
  const named = wishes.map((one) => one.named[language]).join(arabic ? ' و' : ' and ');
  if (rows.length === 0) return [NONE[language](named, wish, after > 0)];
  const cut = total > rows.length && after === 0;
  const heading = arabic
    ? `النتائج ${named} (${count(total)}): ${wish}${cut ? '، وأرخصها' : ''}:`
    : `${count(total)} ${named} among ${wish}${cut ? '; the cheapest are' : ''}:`;
  const lines = rows.map(({ id, title, price, dealType }, index) => {
    const month = dealType === 'rent' ? { en: ' a month', ar: ' شهريا' }[language] : '';
    return `${after + index + 1}. ${titleName(title, language)} (${id}): ${euro(price, language)}${month}`;
  });
  const isEnd = after > 0 && after + rows.length >= total;
  return [heading, ...lines, ...(isEnd ? [LAST_ONES[language]] : [])];
}

const NONE = {
  en: (named: string, wish: string, isBehind: boolean) =>
    `There are ${isBehind ? 'no others' : 'none'} ${named} on record among ${wish}.`,
  ar: (named: string, wish: string, isBehind: boolean) =>
    `لا توجد نتائج ${isBehind ? 'أخرى ' : ''}${named}: ${wish}.`,
};

const SAMPLE = { en: 'This is sample data.', ar: 'هذه بيانات تجريبية.' };
