import { contentStems } from '#text';
import type { ReadMessage } from './message.ts';

/**
 * How a message points back to what was done last: plainly ("the same for …"), perhaps ("and for …"), by narrowing what was
 * searched for, or by asking for more of what was found. Such a message stays with the agent of the turn before.
 */
export type PointingBack = 'plainly' | 'perhaps' | 'refines' | 'more' | 'no';

const PLAIN =
  /^(?:(?:and|now|ok|okay|then|please|do|yes|can|could|you) )*(?:the )?same\b|^(?:(?:and|now|ok|please|do|try|run) )*(?:(?:it|that|this) )?(?:once )?(?:more|again)$|^و?(?:الان )?(?:نفس الشي|نفس الامر|نفسه|كرر|مره اخري)/;
const PERHAPS =
  /^(?:and|also|now for|now in|ايضا|كذلك|ول\S+)(?: |$)|^(?:ok|okay|alright|so|hm+|well|طيب|حسنا|تمام|اوكي|زين|ماشي) |(?: |^)(?:again|too|as well|ايضا|كذلك)$|^(?:(?:in|for|during|و?في|و?سنه|و?عام|و?خلال) ){0,2}و?(?:19|20)\d\d$|^و(?:في|ال\S{3,})(?: |$)|^و\S{3,}$|(?: |^)(?:instead|rather|بدلا من ذلك|بدل ذلك|عوضا عن ذلك|بدالها|بدلها)$/;
const REFINES =
  /^(?:(?:ok|okay|and|but|now|please|yes|no|then|maybe) )*(?:what about|how about|only|just|around|about|roughly|approximately|with|without|under|below|above|over|between|less than|cheaper than|more than|up to|at least|at most|max|maximum|min|minimum|bigger|larger|smaller|rather|instead)(?: |$)|^(?:(?:حسنا|طيب|لكن) )?و?(?:ماذا عن|فقط|بس|بسعر|حوالي|باقل|اقل من|ارخص من|باكثر|اكثر من|تحت|فوق|حتي|بحدود|بين|(?:[بك])?حد اقصي|بسقف)(?: |$)/;
/** "Flats only", "بالشقق فقط". */
const ONLY = /^(?:\S+ ){1,4}(?:only|فقط|بس)$/;
/** "4500 then", "300k max", "طيب 90 ألف": another amount, and nothing else. */
const AMOUNT_ALONE =
  /^(?:(?:ok|okay|and|so|then|maybe|now|well|make it|say|aed|eur|طيب|حسنا|تمام|خليها|لو|و) )*[\p{Sc}]?\d[\d.,]*(?:k|m)?\p{Sc}?(?: (?:then|max|maximum|at most|please|instead|k|thousand|million|aed|dirhams?|euros?|eur|a month|per month|monthly|a year|per year|yearly|الف|مليون|درهم|يورو|شهريا|سنويا|كحد اقصي|بس|فقط|من فضلك))+$/u;
/**
 * "Is there anything in Limassol?", "هل يوجد شيء في ليماسول؟": of what was looked for, without its name. "Something to eat" is
 * something else.
 */
const ANYTHING =
  /^(?:(?:ok|okay|and|but|so|then|hm+|well|is|are|there|do|does|did|have|has|you|got|we|i|show|find|me|want|need|what|about|also|maybe|please|with) )*(?:anything|something|any|some|one|ones)(?: similar)?(?: (?:in|at|near|around|on|by|under|below|for|from|with|up|above|over|less|cheaper|bigger|larger|smaller|close|to (?:rent|let|lease|buy|purchase|live|stay|own|share|sell|view|see|visit|invest|compare))(?: |$)|$)|^و?(?:هل |ماذا |شو |وش |اي )?(?:(?:يوجد|توجد|لديكم|لديك|لدينا|عندكم|عندك|هناك|فيه|في|اريد|ابغي|ابي|بدي) )+(?:لديكم |عندكم )?(?:اي )?(?:شي|شيا|حاجه|خيار|خيارات)(?: (?:مشابه|اخر|اخري))?(?: |$)|^و?(?:هل |ماذا |شو |وش )?(?:لديكم|لديك|عندكم|عندك) في /;
const MORE =
  /^(?:(?:ok|okay|and|please|yes|can|could|i|you|see|show|give|list|send|are|there|do|have|me|us|anything|any|some|the|a|few|what|something) )*(?:more|next|others|other ones|another one|cheaper|else)(?! (?:about|on|of|to|door|details?|info|information|than|week|weekend|month|year|time)(?: |$)| (?:do|should|would|could|can|must|did) (?:you|i|we) (?:need|know|want|require|do|tell|bring)(?: |$))(?: |$)|^(?:(?:اعرض|اريد|هات|لي) )*(?:المزيد|التالي|التاليه|غيرها|ارخص|الارخص)(?: |$)|^و?(?:ماذا|هل|شو|وش) (?:يوجد |لديكم |عندكم |هناك )*(?:ايضا|غير ذلك|غيرها|غيره|كمان)(?: |$)/;

/** Words of a message that names a place, an amount and a value or two; more than that is a request of its own. */
const MAX_OWN_STEMS = 4;

const POINTERS = new Set([
  'same',
  'thing',
  'again',
  'also',
  'too',
  'well',
  'once',
  'more',
  'now',
  'what',
  'how',
  'anything',
  'something',
  'else',
  'only',
  'instead',
  'نفس',
  'شي',
  'امر',
  'ايضا',
  'كذلك',
]);

export function pointsBack({ normalized, words }: ReadMessage): PointingBack {
  const own = contentStems(words.filter((word) => !/\d/.test(word))).filter((stem) => !POINTERS.has(stem));
  if (own.length > MAX_OWN_STEMS) return 'no';
  if (MORE.test(normalized)) return 'more';
  if (PLAIN.test(normalized)) return 'plainly';
  if ([REFINES, ONLY, AMOUNT_ALONE, ANYTHING].some((pattern) => pattern.test(normalized))) return 'refines';
  return PERHAPS.test(normalized) ? 'perhaps' : 'no';
}
