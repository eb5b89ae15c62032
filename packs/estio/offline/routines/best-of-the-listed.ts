import { normalizedWords } from '#text';
import { type OfflineRoutine, type RoutineTurn } from '#pack-kit';
import { namesHome } from '../requests.ts';
import { count, titleName, type Wording } from '../../wording.ts';
import { NONE_YET, NOTHING_FOUND } from './beyond-the-list.ts';
import { speaksOfShown } from './of-the-shown.ts';
import { fromRecords, idsIn, priceOf, type Row } from './property-facts.ts';

interface Measure {
  /** The most of it, or more of it. */
  most: RegExp;
  least: RegExp;
  of: (row: Row) => number;
  told: Record<Wording, (row: Row) => string>;
  /** The search takes it, so that "cheaper" is a search anew. */
  searched?: true;
}

/** "Which of them is nearest to the sea?": one is asked for; "closer to the beach" orders the list. */
function askedOfTheSea(english: string, arabic: string): RegExp {
  return new RegExp(
    String.raw`(?<=^(?:.* )?(?:which|whichever|what|whats)\b.*)\b(?:${english})(?: (?:one|to|from|by|the|a|any))* (?:sea|beach|coast|shore|water)\b|(?<=^(?:.* )?و?(?:اي|ايها|ايهم|ايهن|ما|من|مين|وش|شو|ايش) (?:.* )?)(?:ال)?${arabic}(?:ها|هم|هن)? (?:(?:الي|من|عن|علي|ل) )?(?:ال|لل)?(?:بحر|شاطي|شاطيء|ساحل)(?!\p{L})`,
    'u',
  );
}

const MEASURES: Measure[] = [
  {
    most: /\b(?:biggest|largest|bigger|larger|most space|roomiest)\b|(?:^| )و?(?:ال)?(?:اكبر|اوسع)(?:ها|هم)?(?: |$)/,
    least: /\b(?:smallest|smaller)\b|(?:^| )و?(?:ال)?اصغر(?:ها|هم)?(?: |$)/,
    of: ({ coveredAreaSqm }) => coveredAreaSqm,
    told: {
      en: ({ coveredAreaSqm }) => `${count(coveredAreaSqm)} m²`,
      ar: ({ coveredAreaSqm }) => `${count(coveredAreaSqm)} م²`,
    },
  },
  {
    most: /\b(?:newest|newer|most modern|latest built)\b|(?:^| )و?(?:ال)?(?:احدث|اجدد)(?:ها|هم)?(?: |$)/,
    least: /\b(?:oldest|older)\b|(?:^| )و?(?:ال)?اقدم(?:ها|هم)?(?: |$)/,
    of: ({ yearBuilt }) => yearBuilt,
    told: { en: ({ yearBuilt }) => `built in ${yearBuilt}`, ar: ({ yearBuilt }) => `بني سنة ${yearBuilt}` },
  },
  {
    most: /\b(?:most expensive|dearest|priciest)\b|(?:^| )و?(?:ال)?اغلي(?:ها|هم)?(?: |$)/,
    least:
      /\b(?:cheapest|least expensive|lowest price)\b|(?:^| )و?(?:الارخص|(?:اي|ايها|ايهم|ما|وش|شو) (?:هو |هي )?ارخص(?:ها|هم)?|ارخص(?:ها|هم)|(?:ال)?(?:سعر ال)?(?:اقل|ادني) سعر(?:ا)?)(?: |$)/,
    of: ({ price }) => price,
    told: { en: (row) => priceOf(row, 'en'), ar: (row) => priceOf(row, 'ar') },
    searched: true,
  },
  {
    most: askedOfTheSea('far(?:thest|thermost)|furthest', 'ابعد'),
    least: askedOfTheSea('closest|nearest', 'اقرب'),
    of: ({ distanceToSea }) => distanceToSea,
    told: {
      en: ({ distanceToSea }) => `${count(distanceToSea)} m from the sea`,
      ar: ({ distanceToSea }) => `على بعد ${count(distanceToSea)} م من البحر`,
    },
  },
];
const COMPARATIVE =
  /\b(?:bigger|larger|smaller|newer|older)\b|(?:^| )(?:اكبر|اوسع|اصغر|احدث|اجدد|اقدم)(?: |$)/;
const MAX_WORDS = 8;

/** "What is the biggest one?" of the list that was told last, by the records; the search knows neither size nor age. */
export const bestOfTheListed: OfflineRoutine = (turn) => {
  const { message, calls, replied, picked } = turn;
  const { normalized, text } = message;
  const words = normalizedWords(text);
  // "Newest first" is an order, and picks nothing.
  const picks = picked !== undefined && !normalized.endsWith('est first');
  if (words.length > MAX_WORDS || picks || namesHome(words)) return undefined;
  const measure = MEASURES.find(({ most, least }) => most.test(normalized) || least.test(normalized));
  const ids = replied.map(idsIn).findLast((told) => told.length > 0) ?? [];
  if (measure && ids.length === 0 && OF_THOSE.test(normalized) && calls.length === 0)
    return { reply: (isSearched(turn) ? NOTHING_FOUND : NONE_YET)[message.language === 'ar' ? 'ar' : 'en'] };
  // Of one home alone the lowest price is what its owner would take.
  if (!measure || ids.length < (measure.searched ? 2 : 1)) return undefined;
  if (measure.searched && /\b(?:it|this|that)\b/.test(normalized) && /\bprice\b/.test(normalized))
    return undefined;
  if (!speaksOfShown(normalized.replace(measure.most, ' ').replace(measure.least, ' '))) return undefined;
  const least = measure.least.test(normalized);
  return fromRecords(turn, ids, (rows, language, note) => {
    const sorted = rows.toSorted((one, other) => (measure.of(other) - measure.of(one)) * (least ? -1 : 1));
    const [best] = sorted;
    if (!best) return [];
    const line = `${titleName(best.title, language)} (${best.id}): ${measure.told[language](best)}${measure.searched ? '' : `, ${priceOf(best, language)}`}`;
    const wantsOthers = COMPARATIVE.test(normalized) && !measure.searched;
    return [`${OF_NAMED[language]} ${line}`, ...(wantsOthers ? [NO_FILTER[language]] : []), ...note];
  });
};

const OF_THOSE = /\b(?:of|among) (?:them|those|these)\b|(?:^| )(?:ايها|ايهم|ايهن|منها|منهم)(?: |$)/;

function isSearched({ earlier }: RoutineTurn): boolean {
  return earlier.some(({ tool, result }) => tool === 'search_properties' && result?.success);
}

export const OF_NAMED = { en: 'Of those that I named:', ar: 'مما ذكرته:' };
const NO_FILTER = {
  en: 'I search by place, price, bedrooms and type; name another number of bedrooms for others.',
  ar: 'أبحث حسب المنطقة والسعر وعدد الغرف والنوع؛ اذكر عدد غرف آخر لغيرها.',
};
/** What leads, by price, size, price of a square metre, distance to the sea and year, in this order. */
export const LEADING: Record<Wording, readonly string[]> = {
  en: ['cheapest:', 'largest:', 'lowest price per m²:', 'nearest to the sea:', 'newest:'],
  ar: ['الأرخص:', 'الأكبر:', 'أقل سعر للمتر:', 'الأقرب إلى البحر:', 'الأحدث:'],
};
