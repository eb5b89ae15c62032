import type { OfflineMessage, QuestionBack } from '#tools';
import type { DealType } from '../entities/index.ts';
import type { Filter, Relaxation } from '../property-search.read-model.ts';
import { count, type Wording } from '../wording.ts';

/** What is found when one wish is dropped, and the question whether to; the kind of deal turns into the other one. */
const DROPPED: Record<Wording, Record<Filter, [without: string, question: string]>> = {
  en: {
    district: ['elsewhere in Cyprus', 'Shall I look elsewhere in Cyprus?'],
    minPrice: ['without the lowest price', 'Shall I leave the lowest price out?'],
    maxPrice: ['without the price limit', 'Shall I widen the price limit?'],
    bedrooms: ['with another number of bedrooms', 'May the number of bedrooms be another?'],
    bedroomsMin: ['with fewer bedrooms', 'Would fewer bedrooms do?'],
    bedroomsMax: ['with more bedrooms', 'May there be more bedrooms?'],
    propertyType: ['among other types of property', 'Shall I look at other types of property?'],
    dealType: ['', ''],
  },
  ar: {
    district: ['في مناطق أخرى من قبرص', 'هل أبحث في مناطق أخرى من قبرص؟'],
    minPrice: ['من دون الحد الأدنى للسعر', 'هل أتجاهل الحد الأدنى للسعر؟'],
    maxPrice: ['من دون الحد الأعلى للسعر', 'هل أرفع الحد الأعلى للسعر؟'],
    bedrooms: ['بعدد آخر من غرف النوم', 'هل يناسبك عدد آخر من غرف النوم؟'],
    bedroomsMin: ['بعدد أقل من غرف النوم', 'هل يكفي عدد أقل من غرف النوم؟'],
    bedroomsMax: ['بعدد أكبر من غرف النوم', 'هل يناسبك عدد أكبر من غرف النوم؟'],
    propertyType: ['بين أنواع العقارات الأخرى', 'هل أبحث في أنواع العقارات الأخرى؟'],
    dealType: ['', ''],
  },
};
const OTHER_DEAL: Record<Wording, Record<DealType, [without: string, question: string]>> = {
  en: {
    sale: ['to rent instead of for sale', 'Shall I look for one to rent?'],
    rent: ['for sale instead of to rent', 'Shall I look for one to buy?'],
  },
  ar: {
    sale: ['للإيجار بدلا من البيع', 'هل أبحث عن عقار للإيجار؟'],
    rent: ['للبيع بدلا من الإيجار', 'هل أبحث عن عقار للبيع؟'],
  },
};

function dropped({ filter, value }: Relaxation, language: Wording): [without: string, question: string] {
  if (filter !== 'dealType') return DROPPED[language][filter];
  return OTHER_DEAL[language][value === 'rent' ? 'rent' : 'sale'];
}

/** The place and the kind of deal are what people give up last. */
const EASIEST_FIRST: Filter[] = [
  'maxPrice',
  'minPrice',
  'bedrooms',
  'bedroomsMin',
  'bedroomsMax',
  'propertyType',
  'district',
  'dealType',
];

/** That nothing matches, and what would when a single wish is dropped. */
export function nothingFound(
  suggestions: readonly Relaxation[] | undefined,
  wish: string,
  language: Wording,
): string {
  const none = { en: `Nothing matches ${wish}.`, ar: `لا توجد نتائج: ${wish}.` }[language];
  const options = [...(suggestions ?? [])].sort(
    (left, right) => EASIEST_FIRST.indexOf(left.filter) - EASIEST_FIRST.indexOf(right.filter),
  );
  const [best, ...others] = options;
  if (!best) {
    return `${none} ${{ en: 'Dropping one wish alone does not help either.', ar: 'ولا يكفي التخلي عن شرط واحد.' }[language]}`;
  }
  const also =
    others.length > 0
      ? ` (${others.map((option) => withoutFilter(option, language)).join(language === 'ar' ? '، ' : ', ')})`
      : '';
  const [, question] = dropped(best, language);
  return `${none} ${capitalised(withoutFilter(best, language))}${also}. ${question}`;
}

function withoutFilter(option: Relaxation, language: Wording): string {
  const [without] = dropped(option, language);
  const { filter, matches: found } = option;
  const other = filter === 'dealType' ? { en: ', at prices of their own', ar: ' بأسعارها' }[language] : '';
  if (language === 'ar') return `${without}: ${count(found)}${other}`;
  return `${without} there ${found === 1 ? 'is 1 match' : `are ${count(found)} matches`}${other}`;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const YES =
  /^(?:yes|yeah|yep|sure|ok|okay|fine|please do|go ahead|do it|why not|نعم|ايوه|اجل|طبعا|تمام|حسنا|طيب|موافق|تفضل)(?: (?:yes|sure|please|thanks|do|do it|that|go ahead|why not|من فضلك|لو سمحت|شكرا))*$/;
const saysYes = ({ normalized }: OfflineMessage) => YES.test(normalized);

/** A bare "yes" searches again without the wish that the question was about. */
export const wideningQuestions: QuestionBack[] = [
  // The kind of deal that the price told of stays what it is without the price.
  ...(['maxPrice', 'minPrice'] as const).map((filter) => ({
    question: { en: DROPPED.en[filter][1], ar: DROPPED.ar[filter][1] },
    gives: {
      dealType: { from: 'prev' as const, tool: 'search_properties', path: 'filters.dealType' },
    },
    drops: [filter],
    answeredBy: saysYes,
  })),
  ...EASIEST_FIRST.filter((filter) => filter !== 'dealType').map((filter) => ({
    question: { en: DROPPED.en[filter][1], ar: DROPPED.ar[filter][1] },
    gives: {},
    drops: [filter],
    answeredBy: saysYes,
  })),
  ...(['rent', 'sale'] as const).map((asked) => ({
    question: { en: OTHER_DEAL.en[other(asked)][1], ar: OTHER_DEAL.ar[other(asked)][1] },
    gives: { dealType: { from: 'const' as const, value: asked } },
    drops: ['maxPrice', 'minPrice'],
    answeredBy: saysYes,
  })),
];

function other(deal: 'rent' | 'sale'): 'rent' | 'sale' {
  return deal === 'rent' ? 'sale' : 'rent';
}
