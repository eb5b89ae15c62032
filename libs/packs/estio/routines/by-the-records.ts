import {
  normalizedWords,
  wantsCheaper,
  type OfflineRoutine,
  type RoutineCall,
  type RoutineStep,
  type RoutineTurn,
} from '#tools';
import { isOfAnotherHome, pointsAtHome } from '../home-spoken-of.ts';
import { districts, namesPlace } from '../places.ts';
import { BETWEEN_PLACES, type Criteria } from '../property-search.read-model.ts';
import {
  recordWish,
  recordWishesOf,
  withoutRecordWishes,
  type RecordFilter,
  type RecordWish,
} from '../record-wishes.ts';
import { isListBySea } from '../programs/near-the-sea.program.ts';
import { asksForOtherTask, namesHome } from '../requests.ts';
import { narrowsBySea, seaWishOf } from '../sea-wish.ts';
import { isSearchFragment } from '../search-fragment.ts';
import {
  BOTH_ASSUMED,
  readCriteria,
  SALE_ALONE_ASSUMED,
  searchInput,
  searchProperties,
} from '../tools/search-properties.tool.ts';
import { assumption, wishOf } from '../tools/search-properties.reply.ts';
import { notedIn } from './from-requirements.ts';
import { count, euro, titleName, type Wording } from '../wording.ts';

/** "What else do you have with a pool?", "any with a pool": homes that are to be found, not the ones that were named. */
const LOOKS =
  /\b(?:find|show|search|list|want|need|looking|like|have|there|anything|something|any|else|other|others|more|only|with|without)\b|(?:^| )و?(?:ابحث|نبحث|اريد|نريد|ابغي|ابي|اعرض|هل|يوجد|لديكم|عندكم|شي|غيرها|غيره|فقط|مع|بدون|فيها|فيه)(?: |$)|(?:^| )(?:ب|ذات |ذو )(?:ال)?(?:مسبح|حمام|بركه|حديقه)/;
const ANY = /\b(?:anything|something|any|else|others?)\b|(?:^| )(?:شي|خيار|خيارات|غيرها|غيره)(?: |$)/;
/** Of one's own: "our house has a pool" looks for none. */
const TELLS = /\b(?:my|our|his|her|their|has|had|got)\b/;
const OWNS =
  /\b(?:i|we|they|he|she) (?:already |currently |now |only )?(?:have|has|had|own|owns|ve got) (?:\S+ ){0,2}(?:bath|toilet|(?:swimming )?pool|garden)/;
/** "The apartments with a pool", "الشقق التي فيها مسبح": some of those that were found. */
const OF_THOSE =
  /\b(?:the|those|these) (?:flats|apartments|villas|houses|homes|properties|townhouses|studios|ones)\b|(?:^| )ال(?:شقق|فلل|بيوت|منازل|عقارات)(?: |$)/;
const MAX_WORDS_CHEAPER = 8;
const LISTED = 5;
const FIELDS = ['id', 'title', 'district', 'dealType', 'price', 'bedrooms', 'bathrooms', 'pool'];

interface Row {
  id: string;
  title: string;
  dealType: 'sale' | 'rent';
  price: number;
}

interface Wanted {
  criteria: Criteria;
  wishes: readonly RecordWish[];
  /** What is taken for granted, in the words of the search. */
  assumptions?: readonly string[];
}

/** The search cannot filter by a pool or by bathrooms, and the records can: those of the search, or of the last one, that fit. */
export const byTheRecords: OfflineRoutine = (turn) => {
  const { message, picked } = turn;
  const { normalized, text } = message;
  const wishes = wishesOf(turn);
  if (wishes.length === 0 || !(LOOKS.test(normalized) || isFragmentWith(text))) return undefined;
  if (picked !== undefined || /\bprop-\d+/i.test(text) || asksForOtherTask(text)) return undefined;
  if (OWNS.test(normalized)) return undefined;
  if (pointsAtHome(message) && !isOfAnotherHome(message) && !ANY.test(normalized)) return undefined;
  const wanted = wantedOf(turn, wishes);
  return wanted && found(turn, wanted);
};

/** A view of the sea is asked of the records where these listed the homes before, or where something else is. */
function wishesOf(turn: RoutineTurn): RecordWish[] {
  const { message } = turn;
  const own = recordWishesOf(message.text);
  if (seaWishOf(message) !== 'view') return own;
  const listed = lookedForLast(turn)?.wishes ?? [];
  const seaView = own.length > 0 || (listed.length > 0 && narrowsBySea(message));
  return recordWishesOf(message.text, { seaView });
}

/** "Two bathrooms", "and a pool under 300k": nothing but wishes. */
function isFragmentWith(text: string): boolean {
  const rest = withoutRecordWishes(text).trim();
  if (TELLS.test(rest)) return false;
  return (
    /^(?:(?:and|or|but|also|with|only|just|ok|please|at least|مع|و|ب|فقط|بس|على الاقل|علي الاقل) ?)*$/.test(
      rest,
    ) || isSearchFragment(rest)
  );
}

/** "Anything cheaper?", "and in Larnaca" behind such a list keeps what the records were asked for. */
export const goesOnByTheRecords: OfflineRoutine = (turn) => {
  const { message, earlier, picked } = turn;
  const { text } = message;
  const last = earlier.findLast(
    (call) => (call.tool === searchProperties.name && call.result?.success) || isSearch(call),
  );
  const before = last?.tool === 'query_org_data' ? wantedBefore(last.arguments) : undefined;
  if (!before || picked !== undefined || wishesOf(turn).length > 0) return undefined;
  const words = normalizedWords(text);
  const cheaper = wantsCheaper(words) && words.length <= MAX_WORDS_CHEAPER;
  if (!cheaper && !isSearchFragment(text)) return undefined;
  // Nothing was found, so there is nothing that something could be cheaper than.
  if (cheaper && isNone(last?.result?.data) && !/\d/.test(text))
    return { reply: NONE_TO_COMPARE[message.language === 'ar' ? 'ar' : 'en'] };
  const own = ownOf(turn);
  const prices = ((last?.result?.data as { rows?: Row[] } | undefined)?.rows ?? []).map(({ price }) => price);
  const lowered =
    cheaper && !/\d/.test(text) && prices.length > 0 ? { maxPrice: Math.min(...prices) - 1 } : {};
  const { minPrice, ...kept } = { ...before.criteria, ...own, ...lowered };
  const isAbove = minPrice !== undefined && kept.maxPrice !== undefined && minPrice > kept.maxPrice;
  const criteria = minPrice === undefined || isAbove ? kept : { ...kept, minPrice };
  return found(turn, { ...before, criteria });
};

function isNone(listed: unknown): boolean {
  return (listed as { rows?: object[] } | undefined)?.rows?.length === 0;
}

const NONE_TO_COMPARE = {
  en: 'Nothing was found for that wish, so there is nothing cheaper either. Name another place or price, and I look again.',
  ar: 'لم يوجد شيء بهذا الطلب، فليس هناك ما هو أرخص. غير المنطقة أو السعر لأبحث من جديد.',
};

/** A list of the records that were looked for. */
function isSearch({ tool, arguments: asked, result }: RoutineCall): boolean {
  return Boolean(
    tool === 'query_org_data' &&
    result?.success &&
    !isCount(result.data) &&
    wantedBefore(asked) !== undefined,
  );
}

function isCount(data: unknown): boolean {
  return 'count' in ((data as { rows?: object[] } | undefined)?.rows?.[0] ?? {});
}

/** What the records were asked for, where that was a search; what is read of listings by their ids is none. */
function wantedBefore(asked: Record<string, unknown>): Wanted | undefined {
  const filters = (asked['filters'] ?? []) as RecordFilter[];
  const wishes = filters.flatMap((filter) => recordWish(filter) ?? []);
  if (
    asked['dataset'] !== 'properties' ||
    wishes.length === 0 ||
    !filters.some(({ field }) => field === 'status')
  )
    return undefined;
  const of = (field: string, op?: RecordFilter['op']) =>
    filters.find((filter) => filter.field === field && (op === undefined || filter.op === op))?.value;
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

function found(turn: RoutineTurn, wanted: Wanted): RoutineStep | undefined {
  const { message, calls, offered } = turn;
  const made = calls.filter(({ tool }) => tool === 'query_org_data');
  if (made.length === 0)
    return offered.includes('query_org_data')
      ? { calls: [recordsOf(wanted, 'list'), recordsOf(wanted, 'count')] }
      : undefined;
  const [listed, counted] = made.map(({ result }) => (result?.success ? result.data : undefined));
  if (!listed || !counted) return undefined;
  const { rows, sample } = listed as { rows: Row[]; sample?: boolean };
  const total = Number((counted as { rows: Record<string, unknown>[] }).rows[0]?.['count'] ?? rows.length);
  const language: Wording = message.language === 'ar' ? 'ar' : 'en';
  const assumed = assumption({ assumptions: [...(wanted.assumptions ?? [])] }, language) ?? '';
  // Once in a conversation, as the search does.
  const isTold = turn.replied.some((one) => one.includes(assumed));
  const note = [...(isTold ? [] : [assumed]), ...(sample ? [SAMPLE[language]] : [])];
  return { reply: [...worded(rows, total, wanted, language), ...note].filter(Boolean).join('\n') };
}

function ownOf({ filled }: RoutineTurn): Criteria {
  const { limit: _, ...own } = filled(searchProperties.name) as Criteria & { limit?: number };
  return own;
}

/** What the message looks for; where it names no place and no kind, on top of what was looked for last. */
function wantedOf(turn: RoutineTurn, wishes: readonly RecordWish[]): Wanted | undefined {
  const own = ownOf(turn);
  const words = normalizedWords(turn.message.text);
  const isAnew = namesPlace(words) || (namesHome(words) && !OF_THOSE.test(turn.message.normalized));
  const last = isAnew ? { criteria: {}, wishes: [] } : lookedForLast(turn);
  if (!last) return undefined;
  // Rents are not sorted in among prices to buy for.
  const { criteria, assumptions } = readCriteria(searchInput.parse({ ...last.criteria, ...own }));
  const kept = last.wishes.filter(({ filter }) => wishes.every((one) => one.filter.field !== filter.field));
  return {
    criteria: { dealType: 'sale', ...criteria },
    wishes: [...kept, ...wishes],
    assumptions: assumptions.map((one) => (one === BOTH_ASSUMED ? SALE_ALONE_ASSUMED : one)),
  };
}

const SEA_VIEW = recordWish({ field: 'seaView', op: 'eq', value: true })!;

/** What was noted, searched for or asked of the records, whichever came last. */
function lookedForLast(turn: RoutineTurn): Wanted | undefined {
  const noted = notedIn(turn);
  const last = turn.earlier.findLast(
    (call) =>
      call.tool === searchProperties.name ||
      isSearch(call) ||
      (noted !== undefined && call.tool === 'update_requirements' && call.result?.success),
  );
  if (last?.tool === 'query_org_data') return wantedBefore(last.arguments);
  const criteria = noted ?? last?.arguments;
  const isBySea = last?.tool === searchProperties.name && isListBySea(turn.replied.at(-1) ?? '');
  const said = turn.said.at(-1) ?? '';
  const seaView = isBySea && seaWishOf({ ...turn.message, text: said }) === 'view';
  return criteria && { criteria, wishes: seaView ? [SEA_VIEW] : [] };
}

function recordsOf({ criteria, wishes }: Wanted, operation: 'list' | 'count') {
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
  { criteria, wishes }: Wanted,
  language: Wording,
): string[] {
  const arabic = language === 'ar';
  const wish = wishOf(criteria, language);
  const named = wishes.map((one) => one.named[language]).join(arabic ? ' و' : ' and ');
  if (rows.length === 0)
    return [arabic ? `لا توجد نتائج ${named}: ${wish}.` : `There are none ${named} on record among ${wish}.`];
  const cut = total > rows.length;
  const heading = arabic
    ? `النتائج ${named} (${count(total)}): ${wish}${cut ? '، وأرخصها' : ''}:`
    : `${count(total)} ${named} among ${wish}${cut ? '; the cheapest are' : ''}:`;
  const lines = rows.map(({ id, title, price, dealType }, index) => {
    const month = dealType === 'rent' ? { en: ' a month', ar: ' شهريا' }[language] : '';
    return `${index + 1}. ${titleName(title, language)} (${id}): ${euro(price, language)}${month}`;
  });
  return [heading, ...lines];
}

const SAMPLE = { en: 'This is sample data.', ar: 'هذه بيانات تجريبية.' };
