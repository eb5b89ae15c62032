import type { OfflineMessage, OfflineToolHints } from '#pack-kit';
import { phraseList } from '#text';
import { BETWEEN_PLACES, type Criteria, type Filter } from '../schema/property-search.read-model.ts';
import { DEAL_TYPE_WORDS, PROPERTY_TYPE_WORDS } from '../schema/value-words.ts';
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
import { BEDROOM_WORDS, NEARNESS_TO_THE_SEA, searchesHomes, wishesForSea } from './requests.ts';

/** Number of listings that a reply names. */
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

/** States the order by which the named listings were selected. */
const ORDER: Record<Wording, Record<'all' | 'price' | 'mixed' | 'sea', (shown: number) => string>> = {
  en: {
    all: () => '',
    price: () => '; the cheapest are',
    mixed: () => '; the first, sales before rents, are',
    sea: (shown) => `; of the first ${shown}, the nearest to the sea are`,
  },
  ar: {
    all: () => '',
    price: () => '، وأرخصها',
    mixed: () => '، وأولها (البيع قبل الإيجار)',
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

/** Beginnings of the tool's assumptions, with their Arabic translation. */
const ASSUMED: [en: RegExp, ar: string][] = [
  [/^Sale assumed/, 'افترضت أن المطلوب للبيع، بناء على السعر.'],
  [/^Rent assumed/, 'افترضت أن المطلوب للإيجار، بناء على السعر.'],
  [/^Neither sale nor rent/, 'لم يُذكر البيع أو الإيجار، فعرضت الاثنين والبيع أولا.'],
];

export function assumption(assumptions: readonly string[], language: Wording): string {
  if (language === 'en') return assumptions.join(' ');
  return assumptions.flatMap((said) => ASSUMED.find(([en]) => en.test(said))?.[1] ?? []).join(' ');
}

/** States how many matches there are without one of the filters; the place is dropped last. */
const WITHOUT: Record<Filter, Record<Wording, string>> = {
  maxPrice: { en: 'at a higher price', ar: 'بسعر أعلى' },
  minPrice: { en: 'at a lower price', ar: 'بسعر أقل' },
  bedrooms: { en: 'with a different number of bedrooms', ar: 'بعدد آخر من غرف النوم' },
  bedroomsMin: { en: 'with fewer bedrooms', ar: 'بعدد أقل من غرف النوم' },
  bedroomsMax: { en: 'with more bedrooms', ar: 'بعدد أكبر من غرف النوم' },
  propertyType: { en: 'of another type', ar: 'من نوع آخر' },
  district: { en: 'elsewhere in Cyprus', ar: 'في مناطق أخرى من قبرص' },
  dealType: { en: 'if both sales and rents count', ar: 'عند احتساب البيع والإيجار معا' },
};
const EASIEST_FIRST = Object.keys(WITHOUT) as Filter[];
const WIDEN_PRICE = { en: 'Shall I widen the price limit?', ar: 'هل أرفع الحد الأعلى للسعر؟' };
const NAME_A_CHANGE = {
  en: 'Send the search again with the wish that may change.',
  ar: 'أرسل البحث مرة أخرى بالشرط الذي يمكن تغييره.',
};

/** States that nothing matches, how many matches there are without one filter, and what to do next. */
function nothingFound({ suggestions = [] }: Found, wish: string, language: Wording): string {
  const options = EASIEST_FIRST.flatMap((filter) =>
    suggestions
      .filter((one) => one.filter === filter)
      .map(({ matches: found }) => ({ found, name: WITHOUT[filter][language] })),
  );
  const list = options.map(({ found, name }) => `${count(found)} ${name}`);
  const verb = options[0]?.found === 1 ? 'is' : 'are';
  const there = { en: `There ${verb} ${list.join(', and ')}.`, ar: `المتاح: ${list.join('، و')}.` }[language];
  const canWiden = suggestions.some(({ filter }) => filter === 'maxPrice');
  return [
    { en: `I found no ${wish}.`, ar: `لم أجد ${wish}.` }[language],
    list.length > 0 && there,
    (canWiden ? WIDEN_PRICE : NAME_A_CHANGE)[language],
  ]
    .filter(Boolean)
    .join(' ');
}

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
    ...phraseList(
      'find, show, search, flat, apartment, villa, house, townhouse, studio, rental, ابحث, شقة, شقق, فيلا, فلل, منزل, بيت, استوديو, عقارات',
    ),
    ...NEARNESS_TO_THE_SEA,
  ],
  applies: searchesHomes,
  reply: {
    en: (found: Found, _asked: unknown, message?: OfflineMessage) => reply(found, message, 'en'),
    ar: (found: Found, _asked: unknown, message?: OfflineMessage) => reply(found, message, 'ar'),
  },
};
