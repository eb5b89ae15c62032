import { peopleIn } from './people.ts';
import { plainText } from './numbers.ts';

/** What is sold, drawn or written. */
const SOLD_OR_WRITTEN = String.raw`work ?shop|training|course|consulting|price|budget|expensive|cheap\w*|cost of the|draw|draft|write|mail|memo|book|call|syllabus|summary|proposal|stock|share|attend\w*`;
const SOLD_OR_WRITTEN_AR = String.raw`ورشه|تدريب|دوره|استشار|سعر (?!ال?ساعه)|ميزانيه|ارسم|اكتب|بريد|مذكره|احجز|مكالمه|منهج|ملخص|سهم|يحضر`;
/** What is weighed or sold, drawn or written is no correction of hours that are lost. Of normalized words. */
export const OTHER_BUSINESS = new RegExp(
  String.raw`\b(?:${SOLD_OR_WRITTEN}|roi|return|invest\w*|sav(?:e|es|ing|ings))\b|${SOLD_OR_WRITTEN_AR}|عايد|وفر|توفير|استثمر`,
  'u',
);
/** The same of hours that are saved, and what others have: "our competitor has 300 employees". */
const NO_SAVING = new RegExp(
  String.raw`\b(?:${SOLD_OR_WRITTEN}|participants?|seats?|available|availability|open|competitors?|rivals?|customers?|clients?|suppliers?|vendors?)\b|${SOLD_OR_WRITTEN_AR}|منافس|عملا|عميل|زباين|مورد`,
  'u',
);
/** "Within 24 hours": by when, and not how much. */
const BY_WHEN =
  /(?<!\p{L})(?:with)?in (?:the next |less than |under |about |around |only )*(?:\d|an? )[\d.,]* ?(?:hours?|hrs?|h|minutes?|mins?)(?!\p{L})(?! (?:a|per|each|every) )|(?<!\p{L})(?:خلال|في غضون|بعد|قبل|في) (?:اقل من |حوالي )?(?:\d[\d.,]* )?(?:ساع|دقي|دقاي)/u;
/** "Will you …", "لديكم": asked of who answers here; "can you make it 15" is not. */
const OF_YOU =
  /\byou(?:r|rs)?\b(?! (?:please |just |maybe )*(?:make|count|calculate|recalculate|use|take|try|do (?:it|that)|redo|assume|change|set|put)\b)|(?<!\p{L})(?:لدي|عند|من|مع|ب?امكان|يمكن|فريق|موظفي)كم(?!\p{L})|(?<!\p{L})(?:انتم|تستطيعون|تقدرون)(?!\p{L})/u;

const BEGINS = String.raw`^(?:(?:and|but|so|or|ok|okay|hm+|well|oh|ah|yes|yeah|sorry|wait|please|actually|now|then|also|طيب|حسنا|اسف|عفوا|نعم) )*`;
const CORRECTS = new RegExp(
  [
    String.raw`${BEGINS}(?:(?:can|could|would|will) you (?:please |just |maybe )*)?(?:make|change|set|put|count|use|take|try|calculate|recalculate|redo|assume|correct|do (?:it|that)) `,
    String.raw`${BEGINS}(?:no|nope|not|rather|better|instead|correction|with|for|at|if|what if|what about|how about|suppose|supposing|assuming|let s (?:say|assume|take|make)|say|i (?:meant?|said|think|guess|believe)|more like|closer to|the same (?:with|for)|same (?:with|for)|each|every (?:one|person)|everyone|everybody|per person)(?!\p{L})`,
    String.raw`${BEGINS}(?:it|that|this|they|we|the team|our team|there) ?(?:(?:is|are|s|re|was|were|would be|should be|should have been|saves?|would save|will save)(?!\p{L}))`,
    String.raw`${BEGINS}و?(?:اجعل|خل|لا(?!\p{L})|بل(?!\p{L})|قصد|اقصد|لو(?!\p{L})|اذا(?!\p{L})|ماذا (?:عن|لو)|مع(?!\p{L})|بدلا|افترض|لنفترض|لنقل|احسب|الصحيح|غير|عدل|صحح|لكل|كل واحد|نحن|عددنا|هناك|هم(?!\p{L})|[يت]وفر)`,
  ].join('|'),
  'u',
);
/** All that a bare figure is said with: "15 hours a week", "20 people then". */
const AROUND_A_FIGURE =
  /\d[\d.,]*|\b(?:hours?|hrs?|h|minutes?|mins?|days?|people|persons?|employees|staff|colleagues|us|of|a|an|per|each|every|apiece|week|month|quarter|year|weekly|monthly|quarterly|yearly|annually|daily|half|for|and|or|the|in|all|total|together|about|around|roughly|maybe|only|just|now|then|rather|sorry|please|instead|saved|gained|so|but|ok|okay)\b|(?<!\p{L})و?(?:ال|ب|لل?)?(?:ساع\p{L}*|دقيقه|دقايق|يوم\p{L}*|ايام|موظف\p{L}*|اشخاص|شخصا?|افراد|فرد|اسبوع\p{L}*|شهر\p{L}*|اشهر|ربع|سنه|سنويا|عام|كل|في|من|لكل|نحو|حوالي|تقريبا|فقط|نصف|واحده?|معا|جميعا)(?!\p{L})/gu;
/** "We have 20 employees" corrects nobody's number; it tells one that was open. */
const TELLS_PEOPLE =
  /^(?:and |so |well )*(?:we (?:have|employ)|(?:my|our|the) (?:team|staff|department|office) (?:has|is)|i have)(?!\p{L})|^و?(?:لدينا|عندنا|فريقنا)/u;

/**
 * Whether a message sets right or supposes the hours that something saves, or by how many people: by its words, or as
 * no more than a figure. Asked of a message with such a figure, after a return was worked out.
 *
 * @param openPeople how many people it is has not been told yet.
 */
export function correctsSaving(
  { text, normalized }: { text: string; normalized: string },
  openPeople: boolean,
): boolean {
  const plain = plainText(text);
  if (NO_SAVING.test(normalized) || OF_YOU.test(normalized) || BY_WHEN.test(plain)) return false;
  if (CORRECTS.test(normalized)) return true;
  if (openPeople && peopleIn(text) !== undefined && TELLS_PEOPLE.test(normalized)) return true;
  return plain.replaceAll(AROUND_A_FIGURE, ' ').replaceAll(/[\s\p{P}]/gu, '') === '';
}
