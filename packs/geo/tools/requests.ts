import type { OfflineMessage } from '#pack-kit';
import { anySpelling, hasPhrase, normalizedWords, withDigits } from '#text';
import { namesYear, placesAsked, withoutYears } from './fills.ts';

/** A ranking from its end. */
export const LOWEST = [
  'worst',
  'bottom',
  'lowest',
  'weakest',
  'fewest',
  'least sales',
  'sold least',
  'sold the least',
  'أسوأ',
  'أدنى',
  'الأقل',
  'أقل منطقة',
  'أقل مبيعا',
];

/** Words by which messages ask for one kind of figure; the cues of the broker and of the offline model rest on them. */
export const WORDS = {
  value: [
    'value',
    'worth',
    'turnover',
    'money',
    'in total',
    'total sales',
    'sales volume',
    'sales value',
    'dirhams',
    'sold for',
    'was sold',
    'قيمة',
    'إجمالي',
    'بكم',
    'مبلغ',
  ],
  count: [
    'how many',
    'number of',
    'count',
    'transactions',
    'deals',
    'كم',
    'عدد',
    'معاملة',
    'معاملات',
    'صفقة',
    'صفقات',
  ],
  compare: [
    'vs',
    'versus',
    'compare',
    'between',
    'against',
    'side by side',
    'ahead of',
    'better than',
    'more expensive',
    'cheaper',
    'dearer',
    'قارن',
    'بين',
    'أيهما',
    'الفرق',
    'مقارنة',
    'مقابل',
    'أغلى',
    'أرخص',
  ],
  ranking: [
    'top',
    'rank',
    'ranking',
    'best',
    'best-selling',
    'leads',
    'leading',
    'highest',
    'sold most',
    'sold the most',
    'most sales',
    'most deals',
    'most transactions',
    'the most',
    'most homes',
    'most houses',
    'most apartments',
    'most flats',
    'most villas',
    'most townhouses',
    'most units',
    'most properties',
    'busiest',
    'strongest',
    'أعلى',
    'أفضل',
    'ترتيب',
    'أكثر',
    'الأكثر',
    'الأعلى',
    ...LOWEST,
  ],
  rental: [
    'rent',
    'rental',
    'lease',
    'to let',
    'tenant',
    'budget',
    'a month',
    'per month',
    'إيجار',
    'للإيجار',
    'استئجار',
    'ميزانية',
    'شهريا',
    'استوديو',
  ],
  buying: [
    'buy',
    'buying',
    'purchase',
    'purchasing',
    'for sale',
    'to own',
    'شراء',
    'لشراء',
    'للشراء',
    'أشتري',
    'نشتري',
    'للبيع',
    'تملك',
    'للتملك',
  ],
  supply: [
    'supply',
    'stock',
    'inventory',
    'under construction',
    'being built',
    'are built',
    'empty',
    'exist',
    'homes exist',
    'available homes',
    'housing stock',
    'المعروض',
    'معروض',
    'قيد الإنشاء',
    'تحت الإنشاء',
    'قيد البناء',
    'فاضي',
    'فاضية',
    'شاغر',
    'شاغرة',
    'وحدات سكنية',
    'الوحدات السكنية',
    'مخزون',
  ],
  available: ['available', 'vacant', 'متوفرة', 'متوفر', 'المتوفرة', 'المتوفر', 'متاحة', 'متاح', 'المتاحة'],
  dear: [
    'expensive',
    'cheap',
    'cheaper',
    'cheapest',
    'affordable',
    'dearer',
    'pricey',
    'أغلى',
    'أرخص',
    'الأرخص',
    'الأغلى',
    'رخيصة',
    'غالية',
  ],
  sales: [
    'sale',
    'sales',
    'sold',
    'sell',
    'deals',
    'transactions',
    'مبيعات',
    'المبيعات',
    'بيع',
    'بيعت',
    'معاملة',
    'معاملات',
    'صفقة',
    'صفقات',
  ],
} as const;

export type Subject = keyof typeof WORDS;

/** "كم الفرق", "كم متوسط السعر": how much, where the same word asks how many of other things. */
const HOW_MUCH = anySpelling(/كم (?:هو |كان |بلغ )?(?:ال)?(?:فرق|سعر|أسعار|متوسط|ثمن|إيجار|تكلفة|نسبة)/u);

/** The number of deals is asked for, and not what they came to. */
export function asksCount(text: string): boolean {
  return speaksOf(text.replace(HOW_MUCH, ' '), 'count') && !speaksOf(text, 'value');
}

const BY_WHAT =
  /^(?:(?:and|now|but|ok|okay|please|then|what about|how about|same|the same|rank(?:ed)?|sort(?:ed)?|them|it) )*(?:by|in) (?:the )?(?:number|count|value|deals?|transactions?|sales|amount|money|worth)\b|^(?:و|طيب |حسنا )?(?:حسب|بحسب|بعدد|بقيمه|من حيث) /;

/** "And by number of deals?": the figures of before, by another measure. */
export function asksByMeasure({ normalized }: Pick<OfflineMessage, 'normalized'>): boolean {
  return BY_WHAT.test(normalized);
}

export function speaksOf(text: string, subject: Subject): boolean {
  return hasPhrase(normalizedWords(text), WORDS[subject]);
}

const AMOUNT = anySpelling(
  /[\d\u0660-\u0669][\d\u0660-\u0669,.٬]{3,}|[\d\u0660-\u0669]\s*(?:k|m|mn|mil|thousand|million|ألف|الف|آلاف|الاف|مليون|ملايين)(?!\p{L})|\b(?:a|one|half a) (?:thousand|million)\b|(?<!\p{L})[بل]?(?:ألفين|مليونين|مليون|مئتي ألف|نصف? مليون)(?!\p{L})|AED|درهم/iu,
);

/** A sum of money, in digits or in words, and no year that looks like one. */
export function namesAmount(text: string): boolean {
  return AMOUNT.test(withoutYears(withDigits(text)));
}

/** Nobody rents for millions. */
const MILLIONS = /\bmillions?\b|\d\s?(?:m|mn|mil)\b|\d{1,3}(?:,?\d{3}){2}|مليون|ملايين/;
const HOMES =
  /\b(?:bed\w*|studios?|villas?|apartments?|flats?|homes?|houses?|available|afford|get)\b|غرف|ستوديو|شقه|شقق|فيلا|فلل|متاح|متوفر/;
const HIRES = anySpelling(/\brent|\blease|\bto let\b|\bmonth|ايجار|استئجار|استيجار|شهري|سنوي/);

/** A home is to be bought; there is no list of those for sale, and what such homes were sold for is known. */
export function isBuying({ text, normalized }: Pick<OfflineMessage, 'text' | 'normalized'>): boolean {
  if (HIRES.test(normalized)) return false;
  return (
    speaksOf(text, 'buying') ||
    (MILLIONS.test(normalized) &&
      !speaksOf(text, 'sales') &&
      (speaksOf(text, 'rental') || HOMES.test(normalized)))
  );
}

/** "How many villas are there", "كم شقة في ياس": homes are counted, not what happens with them. */
const COUNTS_HOMES =
  /\bhow many (?:\w+ ){0,3}(?:homes?|houses?|flats?|apartments?|villas?|townhouses?|units?|places)\b|(?:^| )(?:كم|كام) (?:عدد )?(?:ال)?(?:شقه|شقق|بيت|بيوت|فيلا|فلل|فله|وحده|وحدات|منزل|منازل|تاون هاوس)(?: |$)/;
const IN_THE_MARKET =
  /\b(?:sold|sell\w*|sales?|bought|buy\w*|purchase\w*|deals?|transactions?|chang\w+ (?:hands|owners?)|rent\w*|let|leas\w+|afford|get|price[ds]?|cost\w*|month|year|more)\b|بيع|باع|مبيع|صفق|معامل|اشتر|نشر|شرا|ايجار|استيجار|سعر|بكم|شهر/;

/** The stock of homes: by its own words, or by what is available where neither a rent nor a sum is spoken of. */
export function asksSupply(message: Pick<OfflineMessage, 'text' | 'normalized'>): boolean {
  const { text, normalized } = message;
  if (speaksOf(text, 'supply')) return true;
  if (
    COUNTS_HOMES.test(normalized) &&
    !IN_THE_MARKET.test(normalized) &&
    !namesYear(text) &&
    !namesAmount(text)
  )
    return true;
  return speaksOf(text, 'available') && !speaksOf(text, 'rental') && !namesAmount(text) && !isBuying(message);
}

/** Neither a home to rent nor the stock: what the sales tools are for. */
function isOfSales(message: OfflineMessage): boolean {
  const { text } = message;
  if (isBuying(message)) return true;
  return !asksSupply(message) && !(speaksOf(text, 'rental') && !speaksOf(text, 'sales'));
}

/** A district is named, or nothing is: then the tool asks, or takes the place of before. */
export function isOfDistrictSales(message: OfflineMessage): boolean {
  const { searched, whole } = placesAsked(message);
  return isOfSales(message) && !whole && !(searched.length === 0 && speaksOf(message.text, 'ranking'));
}

export function isOfMunicipalitySales(message: OfflineMessage): boolean {
  return isOfSales(message) && placesAsked(message).whole;
}

export function isComparison(message: OfflineMessage): boolean {
  return isOfDistrictSales(message) && placesAsked(message).searched.length > 1;
}
