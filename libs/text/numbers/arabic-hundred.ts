const UNITS = 'ثلاث|تلات|أربع|اربع|خمس|ست|سبع|ثمان|ثماني|تمان|تسع';
const TENS =
  'عشرون|عشرين|ثلاثون|ثلاثين|أربعون|أربعين|اربعين|خمسون|خمسين|ستون|ستين|سبعون|سبعين|ثمانون|ثمانين|تسعون|تسعين';
const SMALL = `واحد|واحدة|اثن[ايت]\\S*|عشر|عشرة|(?:${UNITS})[ةه]?|${TENS}`;
/** Words before a number: "about a hundred". */
const BOUND = 'بحدود|حدود|حوالي|تقريبا|تحت|فوق|حتى|لحد|أقل من|اقل من|أكثر من|اكثر من|رقم';
/** Attributes of water, and words that can follow "water" without being counted. */
const NOT_COUNTED =
  'سخن[ةه]|حار[ةه]|بارد[ةه]|ساقع[ةه]|حلو[ةه]|مالح[ةه]|نظيف[ةه]|صافي[ةه]|معدني[ةه]|مقطر[ةه]|مقطوع[ةه]|كفاي[ةه]|كثير[ةه]?|كتير[ةه]?|جاري[ةه]|شرب|للشرب|في|من|على|عن|مع|عند|بس|فقط|لو|كل|هنا|هناك|دائما|دايما|وين|فين|متى|لماذا|ليش|ليه|أو|او|ولا|بدون|زي|مثل|لكن|قريب[ةه]?|لا|ما|يا|جدا|عشان|علشان|لأن|هل';
/**
 * مية means "hundred" (a dialect spelling of مئة) or "water". It is a number only before a counted noun, before the rest of a
 * number, or after a unit or a bound. The pattern matches the other occurrences.
 */
const WATER = new RegExp(
  String.raw`(?<!\p{L})(?<!(?:^|[^\p{L}])(?:(?:${UNITS})[ةه]?|${BOUND})\s+)([وبفل]?)مي[ةه](?!\p{L})(?!\s+(?:و(?:${SMALL}|نصف|ربع)(?!\p{L})|\d|%|٪|\p{Sc}|(?!(?:${NOT_COUNTED})(?!\p{L}))(?!و|ال|لل|بال)\p{L}))`,
  'giu',
);

/** Rewrites "water" so that it is not read as a hundred. The number of words does not change. */
export function withWaterMarked(text: string): string {
  return text.replace(WATER, '$1مياه');
}
