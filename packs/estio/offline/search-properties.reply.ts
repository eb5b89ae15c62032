import { normalizedWords, wantsCheaper } from '#text';
import { type OfflineMessage } from '#pack-kit';
import { BETWEEN_PLACES, type Criteria } from '../schema/property-search.read-model.ts';
import { seaWishOf, type SeaWish } from './sea-wish.ts';
import {
  bedroomsName,
  count,
  dealName,
  euro,
  placeName,
  titleName,
  typeName,
  type Wording,
} from '../wording.ts';
import { wantsNext } from './more-wish.ts';
import { notOnRecord } from './not-on-record.ts';
import { nothingFound, type Widening } from '../tools/search-properties.widening.ts';
import { assumption } from './search-properties.assumed.ts';
import type { SearchResult } from '../tools/search-properties.tool.ts';

/** So many are named; more would be a list, not a message. */
const MAX_NAMED = 5;

type Item = SearchResult['items'][number];
/** A model's view has fewer fields of an item than the result. */
export type Named = Pick<Item, 'id' | 'title' | 'price' | 'bedrooms' | 'distanceToSea' | 'seaView'> &
  Partial<Pick<Item, 'reference' | 'coveredAreaSqm' | 'dealType'>>;
type Found = Omit<SearchResult, 'items'> & { items: Named[] };

/** A brief message as an agent would write it; it says nothing that is not in the result. */
export const searchReply = {
  en: (found: Found, _asked: unknown, message?: OfflineMessage) => reply(found, message, 'en'),
  ar: (found: Found, _asked: unknown, message?: OfflineMessage) => reply(found, message, 'ar'),
};

function reply(found: Found, message: OfflineMessage | undefined, language: Wording): string {
  const wish = wishOf(found.filters, language);
  const assumed = assumption(found, language);
  const lines =
    found.total === 0
      ? [found.filters.dealType ? assumed : '', nothingFound(possible(found, message), wish, language)]
      : [...matches(found, wish, message, language), assumed, unmet(message, language)];
  if (found.sample) lines.push({ en: 'This is sample data.', ar: 'هذه بيانات تجريبية.' }[language]);
  return lines.filter(Boolean).join('\n');
}

/** What the message wishes for besides and no listing has on record: parking, a garden. */
function unmet(message: OfflineMessage | undefined, language: Wording): string {
  return (message && notOnRecord(message.text, language)) ?? '';
}

/** What would bring matches; to who wants it cheaper, a higher price is nothing to propose. */
function possible({ suggestions, otherDeal }: Found, message: OfflineMessage | undefined): Widening {
  const cheaper = message !== undefined && wantsCheaper(normalizedWords(message.text));
  return {
    suggestions: cheaper ? suggestions?.filter(({ filter }) => filter !== 'maxPrice') : suggestions,
    otherDeal,
  };
}

/** What was asked for, as it was understood: "2-bedroom apartments for sale in Paphos up to €200,000". */
export function wishOf(filters: Criteria, language: Wording): string {
  const { dealType, district, minPrice, maxPrice, propertyType } = filters;
  const arabic = language === 'ar';
  const parts = [
    typeName(propertyType, language),
    dealType ? dealName(dealType, language) : '',
    district ? `${arabic ? 'في' : 'in'} ${placesName(district, language)}` : '',
    bedroomsWish(filters, language),
    minPrice === undefined ? '' : `${arabic ? 'ابتداء من' : 'from'} ${euro(minPrice, language)}`,
    maxPrice === undefined ? '' : `${arabic ? 'حتى' : 'up to'} ${euro(maxPrice, language)}`,
  ];
  return parts.filter(Boolean).join(' ');
}

/** "With 2 bedrooms", "with 1 to 2 bedrooms", "with at most 2 bedrooms". */
function bedroomsWish({ bedrooms, bedroomsMin, bedroomsMax }: Criteria, language: Wording): string {
  if (bedrooms !== undefined)
    return language === 'ar' ? `(${bedroomsName(bedrooms, 'ar')})` : `with ${bedroomsName(bedrooms, 'en')}`;
  if (bedroomsMin !== undefined && bedroomsMax !== undefined)
    return language === 'ar'
      ? `(غرف النوم: من ${bedroomsMin} إلى ${bedroomsMax})`
      : `with ${bedroomsMin} to ${bedroomsName(bedroomsMax, 'en')}`;
  if (bedroomsMin !== undefined)
    return language === 'ar'
      ? `(${bedroomsName(bedroomsMin, 'ar')} على الأقل)`
      : `with at least ${bedroomsName(bedroomsMin, 'en')}`;
  if (bedroomsMax === undefined) return '';
  return language === 'ar'
    ? `(${bedroomsName(bedroomsMax, 'ar')} على الأكثر)`
    : `with at most ${bedroomsName(bedroomsMax, 'en')}`;
}

function placesName(district: string, language: Wording): string {
  const names = district.split(BETWEEN_PLACES).map((name) => placeName(name, language));
  return names.join({ en: ' or ', ar: ' أو ' }[language]);
}

function matches(
  found: Found,
  wish: string,
  message: OfflineMessage | undefined,
  language: Wording,
): string[] {
  const sea = message && seaWishOf(message);
  const next = message !== undefined && wantsNext(message);
  const start = next && found.items.length > MAX_NAMED ? MAX_NAMED : 0;
  const named = (sea ? byTheSea(found.items, sea) : found.items).slice(start, start + MAX_NAMED);
  const lines = named.map((item, index) => `${start + index + 1}. ${itemLine(item, found, language)}`);
  if (next) lines.push(nextSentence(found, start, language));
  const heading = {
    en: found.total === 1 ? `One match for ${wish}` : `${count(found.total)} matches for ${wish}`,
    ar: `النتائج (${count(found.total)}): ${wish}`,
  }[language];
  return [
    `${heading}${sea && found.total > 1 ? seaOrder(found, sea, language) : start > 0 ? '' : cut(found, named, language)}:`,
    ...lines,
  ];
}

export const LAST_ONES = { en: 'These are the last.', ar: 'هذه آخر النتائج.' };

/** Says what lies beyond the list, since a model sees only the first of many, the cheapest first. */
function nextSentence({ items, total }: Found, start: number, language: Wording): string {
  if (start + MAX_NAMED >= total && items.length >= total) return LAST_ONES[language];
  return {
    en: `I see no more than the first ${items.length}: name a place, a price or a number of bedrooms to narrow them down.`,
    ar: `لا أرى أكثر من أول ${items.length}: حدد المنطقة أو السعر أو عدد الغرف لتضييق البحث.`,
  }[language];
}

/** The tool cannot filter by the sea; what it told of each listing can be put in order. */
function byTheSea(items: readonly Named[], sea: SeaWish): Named[] {
  return [...items].sort(
    (left, right) =>
      (sea === 'view' ? Number(right.seaView) - Number(left.seaView) : 0) ||
      left.distanceToSea - right.distanceToSea ||
      left.price - right.price,
  );
}

/** Says how they are ordered, and out of which: a model sees only the first of many. */
function seaOrder({ items, total, priceBasis }: Found, sea: SeaWish, language: Wording): string {
  const all = items.length === total;
  const basis = priceBasis === 'mixed' ? 'mixed' : 'one kind';
  const outOf = all ? '' : OUT_OF[language][basis](items.length);
  return `${outOf}${SEA_ORDER[language][sea]}`;
}

const OUT_OF = {
  en: {
    'one kind': (shown: number) => `; out of the ${shown} cheapest`,
    mixed: (shown: number) => `; out of the first ${shown}, sales before rents`,
  },
  ar: {
    'one kind': (shown: number) => `، من بين أرخص ${shown}`,
    mixed: (shown: number) => `، من بين أول ${shown}، البيع قبل الإيجار`,
  },
};

const SEA_ORDER = {
  en: {
    near: ', ordered by distance to the sea, the nearest first',
    view: ', those with a sea view first, then ordered by distance to the sea',
  },
  ar: {
    near: '، مرتبة حسب البعد عن البحر، الأقرب أولا',
    view: '، المطلة على البحر أولا، ثم حسب البعد عنه',
  },
};

function cut({ total, priceBasis }: Found, named: readonly Named[], language: Wording): string {
  return named.length < total ? CUT[language][priceBasis === 'mixed' ? 'mixed' : 'one kind'] : '';
}

/** What the named ones are among all: they come in the order of price, sales before rents. */
const CUT = {
  en: { 'one kind': '; the cheapest are', mixed: '; the cheapest to buy are' },
  ar: { 'one kind': '، وأرخصها', mixed: '، والأرخص للشراء' },
};

export function itemLine(
  item: Named,
  found: Pick<Found, 'filters' | 'priceBasis'>,
  language: Wording,
): string {
  const arabic = language === 'ar';
  const title = titleName(item.title, language);
  const dealType =
    item.dealType ?? found.filters.dealType ?? (found.priceBasis === 'per_month' ? 'rent' : 'sale');
  const facts = [
    `${euro(item.price, language)}${dealType === 'rent' ? { en: ' a month', ar: ' شهريا' }[language] : ''}`,
    SAYS_BEDROOMS[language].test(title) ? '' : bedroomsName(item.bedrooms, language),
    item.coveredAreaSqm === undefined ? '' : `${item.coveredAreaSqm} ${arabic ? 'م²' : 'm²'}`,
    arabic
      ? `على بعد ${count(item.distanceToSea)} م من البحر`
      : `${count(item.distanceToSea)} m from the sea`,
    item.seaView ? { en: 'sea view', ar: 'إطلالة على البحر' }[language] : '',
  ];
  return `${title} (${item.reference ?? item.id}): ${facts.filter(Boolean).join(arabic ? '، ' : ', ')}`;
}

/** A title that gives the number of bedrooms, in the language of the reply. */
const SAYS_BEDROOMS = { en: /\d[- ]bedroom|\bstudio\b/i, ar: /غرف|استوديو/ };
