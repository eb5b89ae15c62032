import { normalizedWords, wantsCheaper } from '#text';
import { type OfflineRoutine, type RoutineTurn } from '#pack-kit';
import { isOfAnotherHome, pointsAtHome } from '../home-spoken-of.ts';
import { liesIn, namesPlace, placesLeftOut } from '../../places.ts';
import { isListBySea } from '../programs/near-the-sea.program.ts';
import { BETWEEN_PLACES, type Criteria } from '../../schema/property-search.read-model.ts';
import { recordWish, recordWishesOf, withoutRecordWishes, type RecordWish } from '../record-wishes.ts';
import { asksForOtherTask, namesHome } from '../requests.ts';
import { narrowsBySea, seaWishOf } from '../sea-wish.ts';
import { isSearchFragment } from '../search-fragment.ts';
import {
  BOTH_ASSUMED,
  readCriteria,
  SALE_ALONE_ASSUMED,
  searchInput,
  searchProperties,
} from '../../tools/search-properties.tool.ts';
import { notedIn } from './from-requirements.ts';
import { found, isSearch, wantedBefore, type ListedRow, type Wanted } from './records-search.ts';

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
export function wishesOf(turn: RoutineTurn): RecordWish[] {
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
  const prices = ((last?.result?.data as { rows?: ListedRow[] } | undefined)?.rows ?? []).map(
    ({ price }) => price,
  );
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

function ownOf({ filled }: RoutineTurn): Criteria {
  const { limit: _, ...own } = filled(searchProperties.name) as Criteria & { limit?: number };
  return own;
}

/** What the message looks for; where it names no place and no kind, on top of what was looked for last. */
export function wantedOf(turn: RoutineTurn, wishes: readonly RecordWish[]): Wanted | undefined {
  const own = ownOf(turn);
  // "Not in Aradippou" goes on with what was looked for.
  const words = placesLeftOut(turn.message.text).rest;
  const isAnew = namesPlace(words) || (namesHome(words) && !OF_THOSE.test(turn.message.normalized));
  const last = isAnew ? { criteria: {}, wishes: [] } : lookedForLast(turn);
  if (!last) return undefined;
  // Rents are not sorted in among prices to buy for.
  const all = withoutLeftOut({ ...last.criteria, ...own }, wishes);
  const { criteria, assumptions } = readCriteria(searchInput.parse(all));
  const isReplaced = ({ filter }: RecordWish) =>
    filter.op !== 'ne' && wishes.some((one) => one.filter.field === filter.field);
  const kept = last.wishes.filter(
    (wish) =>
      !isReplaced(wish) &&
      !wishes.some(({ filter }) => filter.value === wish.filter.value && filter.op === 'ne'),
  );
  return {
    criteria: { dealType: 'sale', ...criteria },
    wishes: [...kept, ...wishes],
    assumptions: assumptions.map((one) => (one === BOTH_ASSUMED ? SALE_ALONE_ASSUMED : one)),
  };
}

/** "We don't want Aradippou" behind homes in Aradippou: the others are looked for everywhere. */
function withoutLeftOut({ district, ...others }: Criteria, wishes: readonly RecordWish[]): Criteria {
  const places = (district ?? '').split(BETWEEN_PLACES).filter(Boolean);
  const isLeftOut = (place: string) =>
    wishes.some(({ filter }) => filter.op === 'ne' && liesIn(place, String(filter.value)));
  const wanted = places.filter((place) => !isLeftOut(place));
  return wanted.length === 0 ? others : { ...others, district: wanted.join(BETWEEN_PLACES) };
}

const SEA_VIEW = recordWish({ field: 'seaView', op: 'eq', value: true })!;

/** What was noted, searched for or asked of the records, whichever came last. */
export function lookedForLast(turn: RoutineTurn): Wanted | undefined {
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
