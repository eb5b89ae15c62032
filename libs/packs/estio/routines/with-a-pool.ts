import { normalizedWords, type OfflineRoutine, type RoutineTurn } from '#tools';
import { isOfAnotherHome, pointsAtHome } from '../home-spoken-of.ts';
import { districts } from '../places.ts';
import { BETWEEN_PLACES, type Criteria } from '../property-search.read-model.ts';
import { asksForOtherTask, namesHome } from '../requests.ts';
import { readCriteria, searchInput, searchProperties } from '../tools/search-properties.tool.ts';
import { wishOf } from '../tools/search-properties.reply.ts';
import { count, euro, titleName, type Wording } from '../wording.ts';

const POOL = /\b(?:swimming )?pools?\b|مسبح|حمام سباحه|بركه سباحه/;
const WITHOUT = /\b(?:without|no|not)\b.*\bpool|(?:بدون|بلا|من دون|غير) (?:\S+ )?(?:مسبح|حمام)/;
/** "What else do you have with a pool?", "any with a pool": homes that are to be found, not the ones that were named. */
const LOOKS =
  /\b(?:find|show|search|list|want|need|looking|like|have|there|anything|something|any|else|other|others|more|only|with)\b|(?:^| )و?(?:ابحث|نبحث|اريد|نريد|ابغي|ابي|اعرض|هل|يوجد|لديكم|عندكم|شي|غيرها|غيره|فقط|مع|فيها|فيه)(?: |$)|(?:^| )(?:ب|ذات |ذو )(?:ال)?(?:مسبح|حمام|بركه)/;
const ANY = /\b(?:anything|something|any|else|others?)\b|(?:^| )(?:شي|خيار|خيارات|غيرها|غيره)(?: |$)/;
const LISTED = 5;
const FIELDS = ['id', 'title', 'district', 'dealType', 'price', 'bedrooms', 'pool'];

interface Row {
  id: string;
  title: string;
  dealType: 'sale' | 'rent';
  price: number;
}

/** The search cannot filter by a pool, and the records can: those of the search, or of the last one, that have one. */
export const withAPool: OfflineRoutine = (turn) => {
  const { message, calls, picked, offered } = turn;
  const { normalized, text } = message;
  if (!POOL.test(normalized) || WITHOUT.test(normalized) || !LOOKS.test(normalized)) return undefined;
  if (picked !== undefined || /\bprop-\d+/i.test(text) || asksForOtherTask(text)) return undefined;
  if (pointsAtHome(message) && !isOfAnotherHome(message) && !ANY.test(normalized)) return undefined;
  const wanted = wantedOf(turn);
  if (!wanted) return undefined;
  const made = calls.filter(({ tool }) => tool === 'query_org_data');
  if (made.length === 0)
    return offered.includes('query_org_data')
      ? { calls: [recordsOf(wanted, 'list'), recordsOf(wanted, 'count')] }
      : undefined;
  const [listed, counted] = made.map(({ result }) => (result?.success ? result.data : undefined));
  if (!listed || !counted) return undefined;
  const { rows, sample } = listed as { rows: Row[]; sample?: boolean };
  const total = Number((counted as { rows: Record<string, unknown>[] }).rows[0]?.['count'] ?? rows.length);
  return { reply: worded(rows, total, wanted, sample === true, message.language === 'ar' ? 'ar' : 'en') };
};

/** What the message looks for; where it names no place and no kind, on top of what was looked for last. */
function wantedOf({ message, earlier, filled }: RoutineTurn): Criteria | undefined {
  const { limit: _, ...own } = filled(searchProperties.name) as Criteria & { limit?: number };
  const last = earlier.findLast(({ tool }) => tool === searchProperties.name)?.arguments as
    Criteria | undefined;
  const wanted = namesHome(normalizedWords(message.text)) ? own : last && { ...last, ...own };
  if (!wanted) return undefined;
  // Rents are not sorted in among prices to buy for.
  const { criteria } = readCriteria(searchInput.parse(wanted));
  return { dealType: 'sale', ...criteria };
}

function recordsOf(wanted: Criteria, operation: 'list' | 'count') {
  const { district, propertyType, dealType, minPrice, maxPrice, bedrooms, bedroomsMin } = wanted;
  const eq = (field: string, value: unknown) => (value === undefined ? [] : [{ field, op: 'eq', value }]);
  const bound = (field: string, op: 'gte' | 'lte', value: unknown) =>
    value === undefined ? [] : [{ field, op, value }];
  return {
    tool: 'query_org_data',
    arguments: {
      dataset: 'properties',
      operation,
      filters: [
        { field: 'pool', op: 'eq', value: true },
        { field: 'status', op: 'eq', value: 'available' },
        ...(district === undefined ? [] : [placeFilter(district.split(BETWEEN_PLACES))]),
        ...eq('propertyType', propertyType),
        ...eq('dealType', dealType),
        ...eq('bedrooms', bedrooms),
        ...bound('bedrooms', 'gte', bedroomsMin),
        ...bound('price', 'gte', minPrice),
        ...bound('price', 'lte', maxPrice),
      ],
      ...(operation === 'list' && {
        fields: FIELDS,
        orderBy: { field: 'price', direction: 'asc' },
        limit: LISTED,
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
  rows: readonly Row[],
  total: number,
  wanted: Criteria,
  sample: boolean,
  language: Wording,
): string {
  const arabic = language === 'ar';
  const wish = wishOf(wanted, language);
  if (rows.length === 0)
    return arabic ? `لا توجد نتائج بمسبح: ${wish}.` : `None of the ${wish} has a pool on record.`;
  const cut = total > rows.length;
  const heading = arabic
    ? `النتائج بمسبح (${count(total)}): ${wish}${cut ? '، وأرخصها' : ''}:`
    : `${count(total)} with a pool among ${wish}${cut ? '; the cheapest are' : ''}:`;
  const lines = rows.map(({ id, title, price, dealType }, index) => {
    const month = dealType === 'rent' ? { en: ' a month', ar: ' شهريا' }[language] : '';
    return `${index + 1}. ${titleName(title, language)} (${id}): ${euro(price, language)}${month}`;
  });
  return [
    heading,
    ...lines,
    ...(sample ? [{ en: 'This is sample data.', ar: 'هذه بيانات تجريبية.' }[language]] : []),
  ].join('\n');
}
