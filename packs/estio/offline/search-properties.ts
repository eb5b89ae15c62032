import { hasPhrase } from '#text';
import type { OfflineMessage, OfflineToolHints, QuestionBack } from '#pack-kit';
import type { DealType } from '../schema/entities/index.ts';
import { BETWEEN_PLACES, type Criteria, type Filter } from '../schema/property-search.read-model.ts';
import { DEAL_TYPE_WORDS, PROPERTY_TYPE_WORDS } from '../tools/arguments.ts';
import type { SearchResult } from '../tools/search-properties.tool.ts';
import {
  bedroomsName,
  count,
  dealName,
  euro,
  placeName,
  sampleNote,
  titleName,
  typeName,
  type Wording,
} from '../wording.ts';
import { BEDROOM_WORDS, searchesHomes, wishesForSea } from './requests.ts';

/** Listings that a reply names. */
const MAX_NAMED = 5;

type Item = SearchResult['items'][number];
/** A model's view has fewer fields of an item than the result. */
export type Named = Pick<Item, 'id' | 'title' | 'price' | 'bedrooms' | 'distanceToSea' | 'seaView'> &
  Partial<Pick<Item, 'reference' | 'coveredAreaSqm' | 'dealType'>>;
type Found = Omit<SearchResult, 'items'> & { items: Named[] };

function reply(found: Found, message: OfflineMessage | undefined, language: Wording): string {
  const wish = wishName(found.filters, language);
  const lines =
    found.total === 0
      ? [nothingFound(found, wish, language)]
      : [...matches(found, wish, message, language), assumption(found.assumptions, language)];
  return [...lines, sampleNote(found.sample, language)].filter(Boolean).join('\n');
}

/** The criteria as they were understood: "apartments for sale in Paphos with 2 bedrooms up to €200,000". */
export function wishName(filters: Criteria, language: Wording): string {
  const { dealType, district, minPrice, maxPrice, propertyType } = filters;
  const arabic = language === 'ar';
  const places = district
    ?.split(BETWEEN_PLACES)
    .map((name) => placeName(name, language))
    .join(arabic ? ' أو ' : ' or ');
  return [
    typeName(propertyType, language),
    dealType && dealName(dealType, language),
    places && `${arabic ? 'في' : 'in'} ${places}`,
    bedroomsWish(filters, language),
    minPrice !== undefined && `${arabic ? 'ابتداء من' : 'from'} ${euro(minPrice, language)}`,
    maxPrice !== undefined && `${arabic ? 'حتى' : 'up to'} ${euro(maxPrice, language)}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function bedroomsWish({ bedrooms, bedroomsMin, bedroomsMax }: Criteria, language: Wording): string {
  const name = (number: number) => bedroomsName(number, language);
  const arabic = language === 'ar';
  const parts = [
    bedrooms !== undefined && name(bedrooms),
    bedroomsMin !== undefined &&
      (arabic ? `${name(bedroomsMin)} على الأقل` : `at least ${name(bedroomsMin)}`),
    bedroomsMax !== undefined &&
      (arabic ? `${name(bedroomsMax)} على الأكثر` : `at most ${name(bedroomsMax)}`),
  ].filter(Boolean);
  if (parts.length === 0) return '';
  return arabic ? `(${parts.join('، ')})` : `with ${parts.join(' and ')}`;
}

function matches(
  found: Found,
  wish: string,
  message: OfflineMessage | undefined,
  language: Wording,
): string[] {
  const { items, total, priceBasis } = found;
  const bySea = message !== undefined && wishesForSea(message);
  const ordered = bySea
    ? items.toSorted((a, b) => a.distanceToSea - b.distanceToSea || a.price - b.price)
    : items;
  const named = ordered.slice(0, MAX_NAMED);
  const order = bySea ? 'sea' : named.length === total ? 'all' : priceBasis === 'mixed' ? 'mixed' : 'price';
  const heading = {
    en: total === 1 ? `One match for ${wish}` : `${count(total)} matches for ${wish}`,
    ar: `النتائج (${count(total)}): ${wish}`,
  }[language];
  const lines = named.map((item, index) => `${index + 1}. ${itemLine(item, found, language)}`);
  return [`${heading}${ORDER[language][order](items.length)}:`, ...lines];
}

/** How the listings that are named were taken out of those that were found. */
const ORDER: Record<Wording, Record<'all' | 'price' | 'mixed' | 'sea', (shown: number) => string>> = {
  en: {
    all: () => '',
    price: () => '; the cheapest are',
    mixed: () => '; the cheapest to buy are',
    sea: (shown) => `; of the first ${shown}, the nearest to the sea are`,
  },
  ar: {
    all: () => '',
    price: () => '، وأرخصها',
    mixed: () => '، والأرخص للشراء',
    sea: (shown) => `، والأقرب إلى البحر من أول ${shown}`,
  },
};

export function itemLine(
  item: Named,
  { filters, priceBasis }: Pick<Found, 'filters' | 'priceBasis'>,
  language: Wording,
): string {
  const arabic = language === 'ar';
  const title = titleName(item.title, language);
  const dealType = item.dealType ?? filters.dealType ?? (priceBasis === 'per_month' ? 'rent' : 'sale');
  const facts = [
    `${euro(item.price, language)}${dealType === 'rent' ? (arabic ? ' شهريا' : ' a month') : ''}`,
    !TITLE_WITH_BEDROOMS[language].test(title) && bedroomsName(item.bedrooms, language),
    item.coveredAreaSqm !== undefined && `${item.coveredAreaSqm} ${arabic ? 'م²' : 'm²'}`,
    arabic
      ? `على بعد ${count(item.distanceToSea)} م من البحر`
      : `${count(item.distanceToSea)} m from the sea`,
    item.seaView && (arabic ? 'إطلالة على البحر' : 'sea view'),
  ];
  return `${title} (${item.reference ?? item.id}): ${facts.filter(Boolean).join(arabic ? '، ' : ', ')}`;
}

const TITLE_WITH_BEDROOMS = { en: /\d[- ]bedroom|\bstudio\b/i, ar: /غرف|استوديو/ };

/** The beginnings of what the tool assumes, with the same in Arabic. */
const ASSUMED: [en: RegExp, ar: string][] = [
  [/^Sale assumed/, 'افترضت أن المطلوب للبيع، بناء على السعر.'],
  [/^Rent assumed/, 'افترضت أن المطلوب للإيجار، بناء على السعر.'],
  [/^Neither sale nor rent/, 'لم يُذكر البيع أو الإيجار، فعرضت الاثنين والبيع أولا.'],
  [/looks like a price to buy for/, 'السعر المذكور يبدو سعر شراء، فلم أضعه حدا للإيجار الشهري.'],
  [/looks like a monthly rent/, 'السعر المذكور يبدو إيجارا شهريا، فلم أضعه حدا لسعر الشراء.'],
];

export function assumption(assumptions: readonly string[], language: Wording): string {
  if (language === 'en') return assumptions.join(' ');
  return assumptions.flatMap((said) => ASSUMED.find(([en]) => en.test(said))?.[1] ?? []).join(' ');
}

type Droppable = Exclude<Filter, 'dealType'>;

/** By the wish that is dropped: what there is without it, and the question whether to drop it. */
const DROPPED: Record<Droppable, Record<Wording, [found: string, question: string]>> = {
  maxPrice: {
    en: ['at a higher price', 'Shall I widen the price limit?'],
    ar: ['بسعر أعلى', 'هل أرفع الحد الأعلى للسعر؟'],
  },
  minPrice: {
    en: ['at a lower price', 'Shall I leave the lowest price out?'],
    ar: ['بسعر أقل', 'هل أتجاهل الحد الأدنى للسعر؟'],
  },
  bedrooms: {
    en: ['with a different number of bedrooms', 'Would a different number of bedrooms suit you?'],
    ar: ['بعدد آخر من غرف النوم', 'هل يناسبك عدد آخر من غرف النوم؟'],
  },
  bedroomsMin: {
    en: ['with fewer bedrooms', 'Would fewer bedrooms suit you?'],
    ar: ['بعدد أقل من غرف النوم', 'هل يكفي عدد أقل من غرف النوم؟'],
  },
  bedroomsMax: {
    en: ['with more bedrooms', 'Would more bedrooms suit you?'],
    ar: ['بعدد أكبر من غرف النوم', 'هل يناسبك عدد أكبر من غرف النوم؟'],
  },
  propertyType: {
    en: ['of another type', 'Shall I look at other types of property?'],
    ar: ['من نوع آخر', 'هل أبحث في أنواع العقارات الأخرى؟'],
  },
  district: {
    en: ['elsewhere in Cyprus', 'Shall I look elsewhere in Cyprus?'],
    ar: ['في مناطق أخرى من قبرص', 'هل أبحث في مناطق أخرى من قبرص؟'],
  },
};
/** The place is what people give up last. */
const EASIEST_FIRST = Object.keys(DROPPED) as Droppable[];
const OTHER_DEAL: Record<DealType, Record<Wording, [found: string, question: string]>> = {
  rent: {
    en: ['to rent instead, at prices of their own', 'Shall I look for one to rent?'],
    ar: ['للإيجار بدلا من البيع بأسعارها', 'هل أبحث عن عقار للإيجار؟'],
  },
  sale: {
    en: ['for sale instead, at prices of their own', 'Shall I look for one to buy?'],
    ar: ['للبيع بدلا من الإيجار بأسعارها', 'هل أبحث عن عقار للبيع؟'],
  },
};

/** A sentence that nothing matches, what there is when one wish is dropped, and the question whether to drop it. */
function nothingFound({ suggestions = [], otherDeal }: Found, wish: string, language: Wording): string {
  const none = { en: `I found no ${wish}.`, ar: `لم أجد ${wish}.` }[language];
  const options = [
    ...EASIEST_FIRST.flatMap((filter) =>
      suggestions
        .filter((one) => one.filter === filter)
        .map(({ matches: found }) => ({ found, words: DROPPED[filter][language] })),
    ),
    ...(otherDeal ? [{ found: otherDeal.matches, words: OTHER_DEAL[otherDeal.dealType][language] }] : []),
  ];
  const [best] = options;
  if (!best) return `${none} ${NO_SINGLE_CHANGE[language]}`;
  const list = options.map(({ found, words: [what] }) => `${count(found)} ${what}`);
  const there =
    language === 'ar'
      ? `المتاح: ${list.join('، و')}.`
      : `There ${best.found === 1 ? 'is' : 'are'} ${list.join(', and ')}.`;
  return `${none} ${there} ${best.words[1]}`;
}

const NO_SINGLE_CHANGE = {
  en: 'Changing one wish alone does not help either. What may I change: the place, the price, the bedrooms or the type?',
  ar: 'ولا يكفي تغيير شرط واحد. ماذا أغير: المنطقة أم السعر أم عدد الغرف أم النوع؟',
};

const YES = ['yes', 'sure', 'ok', 'okay', 'please do', 'go ahead', 'نعم', 'تمام', 'حسنا', 'موافق'];
const MAX_WORDS_OF_YES = 3;

function saysYes({ normalized }: OfflineMessage): boolean {
  const words = normalized.split(' ');
  return words.length <= MAX_WORDS_OF_YES && hasPhrase(words, YES);
}

const DEAL_TYPE_FOUND = { from: 'prev', tool: 'search_properties', path: 'filters.dealType' } as const;

/** "Yes" searches again without the wish that the question was about. */
const wideningQuestions: QuestionBack[] = [
  ...EASIEST_FIRST.map((filter): QuestionBack => ({
    question: { en: DROPPED[filter].en[1], ar: DROPPED[filter].ar[1] },
    // The price told whether to buy or to rent, which is kept when the price is dropped.
    gives: filter === 'maxPrice' || filter === 'minPrice' ? { dealType: DEAL_TYPE_FOUND } : {},
    drops: [filter],
    answeredBy: saysYes,
  })),
  ...(['rent', 'sale'] as const).map((dealType): QuestionBack => ({
    question: { en: OTHER_DEAL[dealType].en[1], ar: OTHER_DEAL[dealType].ar[1] },
    gives: { dealType: { from: 'const', value: dealType } },
    drops: ['maxPrice', 'minPrice'],
    answeredBy: saysYes,
  })),
];

export const searchPropertiesHints: OfflineToolHints = {
  fill: {
    district: { from: 'place', set: 'cyprus', alternatives: true },
    maxPrice: { from: 'money', bound: 'max', lone: true },
    minPrice: { from: 'money', bound: 'min' },
    bedrooms: { from: 'int', words: BEDROOM_WORDS, bound: 'exact' },
    bedroomsMin: { from: 'int', words: BEDROOM_WORDS, bound: 'min' },
    bedroomsMax: { from: 'int', words: BEDROOM_WORDS, bound: 'max' },
    propertyType: { from: 'enum', values: PROPERTY_TYPE_WORDS },
    dealType: { from: 'enum', values: DEAL_TYPE_WORDS },
  },
  cues: [
    'find',
    'show',
    'search',
    'flat',
    'apartment',
    'villa',
    'house',
    'townhouse',
    'studio',
    'rental',
    'ابحث',
    'شقة',
    'شقق',
    'فيلا',
    'فلل',
    'منزل',
    'بيت',
    'استوديو',
    'عقارات',
  ],
  applies: searchesHomes,
  reply: {
    en: (found: Found, _asked: unknown, message?: OfflineMessage) => reply(found, message, 'en'),
    ar: (found: Found, _asked: unknown, message?: OfflineMessage) => reply(found, message, 'ar'),
  },
  asksBack: wideningQuestions,
};
