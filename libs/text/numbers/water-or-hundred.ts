const UNITS = 'ثلاث|تلات|أربع|اربع|خمس|ست|سبع|ثمان|ثماني|تمان|تسع';
const TENS =
  'عشرون|عشرين|ثلاثون|ثلاثين|أربعون|أربعين|اربعين|خمسون|خمسين|ستون|ستين|سبعون|سبعين|ثمانون|ثمانين|تسعون|تسعين';
const SMALL = `واحد|واحدة|اثن[ايت]\\S*|عشر|عشرة|(?:${UNITS})[ةه]?|${TENS}`;
/** Behind them a number stands: "about a hundred". */
const BOUND = 'بحدود|حدود|حوالي|تقريبا|تحت|فوق|حتى|لحد|أقل من|اقل من|أكثر من|اكثر من|رقم';
/** What water is said to be, and what goes on after it without being counted. */
const NOT_COUNTED =
  'سخن[ةه]|حار[ةه]|بارد[ةه]|ساقع[ةه]|حلو[ةه]|مالح[ةه]|نظيف[ةه]|صافي[ةه]|معدني[ةه]|مقطر[ةه]|مقطوع[ةه]|كفاي[ةه]|كثير[ةه]?|كتير[ةه]?|جاري[ةه]|شرب|للشرب|في|من|على|عن|مع|عند|بس|فقط|لو|كل|هنا|هناك|دائما|دايما|وين|فين|متى|لماذا|ليش|ليه|أو|او|ولا|بدون|زي|مثل|لكن|قريب[ةه]?|لا|ما|يا|جدا|عشان|علشان|لأن|هل';
/**
 * مية, as مئة is written in dialects, is water as well: it counts something only before what is counted, before the rest of a
 * number, or behind a unit or a bound.
 */
const WATER = new RegExp(
  String.raw`(?<!\p{L})(?<!(?:^|[^\p{L}])(?:(?:${UNITS})[ةه]?|${BOUND})\s+)([وبفل]?)مي[ةه](?!\p{L})(?!\s+(?:و(?:${SMALL}|نصف|ربع)(?!\p{L})|\d|%|٪|\p{Sc}|(?!(?:${NOT_COUNTED})(?!\p{L}))(?!و|ال|لل|بال)\p{L}))`,
  'giu',
);

/** The text with water written so that nobody takes it for a hundred; as many words as before. */
export function withWaterTold(text: string): string {
  return text.replace(WATER, '$1مياه');
}
