import type { OfflineMessage, QuestionBack } from '#pack-kit';
import type { DealType } from '../schema/entities/index.ts';
import type { Filter, OtherDeal, Relaxation } from '../schema/property-search.read-model.ts';
import { count, type Wording } from '../wording.ts';

/** Nobody looks for what is to buy or to rent, whichever: the other kind is proposed at its own prices instead. */
type Droppable = Exclude<Filter, 'dealType'>;

/** What is found when one wish is dropped, and the question whether to. */
const DROPPED: Record<Wording, Record<Droppable, [found: string, question: string]>> = {
  en: {
    district: ['elsewhere in Cyprus', 'Shall I look elsewhere in Cyprus?'],
    minPrice: ['at a lower price', 'Shall I leave the lowest price out?'],
    maxPrice: ['at a higher price', 'Shall I widen the price limit?'],
    bedrooms: ['with a different number of bedrooms', 'Would a different number of bedrooms suit you?'],
    bedroomsMin: ['with fewer bedrooms', 'Would fewer bedrooms suit you?'],
    bedroomsMax: ['with more bedrooms', 'Would more bedrooms suit you?'],
    propertyType: ['of another type', 'Shall I look at other types of property?'],
  },
  ar: {
    district: ['في مناطق أخرى من قبرص', 'هل أبحث في مناطق أخرى من قبرص؟'],
    minPrice: ['بسعر أقل', 'هل أتجاهل الحد الأدنى للسعر؟'],
    maxPrice: ['بسعر أعلى', 'هل أرفع الحد الأعلى للسعر؟'],
    bedrooms: ['بعدد آخر من غرف النوم', 'هل يناسبك عدد آخر من غرف النوم؟'],
    bedroomsMin: ['بعدد أقل من غرف النوم', 'هل يكفي عدد أقل من غرف النوم؟'],
    bedroomsMax: ['بعدد أكبر من غرف النوم', 'هل يناسبك عدد أكبر من غرف النوم؟'],
    propertyType: ['من نوع آخر', 'هل أبحث في أنواع العقارات الأخرى؟'],
  },
};
/** By the kind that is proposed. */
const OTHER_DEAL: Record<Wording, Record<DealType, [found: string, question: string]>> = {
  en: {
    rent: ['to rent instead, at prices of their own', 'Shall I look for one to rent?'],
    sale: ['for sale instead, at prices of their own', 'Shall I look for one to buy?'],
  },
  ar: {
    rent: ['للإيجار بدلا من البيع بأسعارها', 'هل أبحث عن عقار للإيجار؟'],
    sale: ['للبيع بدلا من الإيجار بأسعارها', 'هل أبحث عن عقار للبيع؟'],
  },
};

/** The place and the kind of deal are what people give up last. */
const EASIEST_FIRST: Droppable[] = [
  'maxPrice',
  'minPrice',
  'bedrooms',
  'bedroomsMin',
  'bedroomsMax',
  'propertyType',
  'district',
];

/** What a search without matches tells of what there is instead. */
export interface Widening {
  suggestions?: readonly Relaxation[] | undefined;
  otherDeal?: OtherDeal | undefined;
}

/** One change of the wish, with what it leads to. */
interface Option {
  matches: number;
  found: string;
  question: string;
}

/** That nothing matches, and what would when a single wish is dropped. */
export function nothingFound(widening: Widening, wish: string, language: Wording): string {
  const none = { en: `I found no ${wish}.`, ar: `لم أجد ${wish}.` }[language];
  const options = optionsOf(widening, language);
  const [best] = options;
  if (!best) return `${none} ${CHANGE_MORE[language]}`;
  return `${none} ${thereAre(options, language)} ${best.question}`;
}

function optionsOf({ suggestions = [], otherDeal }: Widening, language: Wording): Option[] {
  const dropped = EASIEST_FIRST.flatMap((filter) =>
    suggestions.flatMap((suggestion) =>
      suggestion.filter === filter ? option(suggestion.matches, DROPPED[language][filter]) : [],
    ),
  );
  return otherDeal
    ? [...dropped, option(otherDeal.matches, OTHER_DEAL[language][otherDeal.dealType])]
    : dropped;
}

function option(matches: number, [found, question]: [found: string, question: string]): Option {
  return { matches, found, question };
}

const CHANGE_MORE = {
  en: 'Changing one wish alone does not help either. What may I change: the place, the price, the bedrooms or the type?',
  ar: 'ولا يكفي تغيير شرط واحد. ماذا أغير: المنطقة أم السعر أم عدد الغرف أم النوع؟',
};

/** "There is 1 with a different number of bedrooms, and 11 of another type." */
function thereAre(options: readonly Option[], language: Wording): string {
  const found = options.map((one) => `${count(one.matches)} ${one.found}`);
  if (language === 'ar') return `المتاح: ${found.join('، و')}.`;
  const [first, ...others] = found;
  const last = others.pop();
  return `There ${options[0]?.matches === 1 ? 'is' : 'are'} ${[first, ...others].join(', ')}${last === undefined ? '' : `, and ${last}`}.`;
}

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
  ...EASIEST_FIRST.map((filter) => ({
    question: { en: DROPPED.en[filter][1], ar: DROPPED.ar[filter][1] },
    gives: {},
    drops: [filter],
    answeredBy: saysYes,
  })),
  ...(['rent', 'sale'] as const).map((asked) => ({
    question: { en: OTHER_DEAL.en[asked][1], ar: OTHER_DEAL.ar[asked][1] },
    gives: { dealType: { from: 'const' as const, value: asked } },
    drops: ['maxPrice', 'minPrice'],
    answeredBy: saysYes,
  })),
];
