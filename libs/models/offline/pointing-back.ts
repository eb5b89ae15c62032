import { contentStems } from '#tools';
import type { ReadMessage } from './message.ts';

/**
 * How a message points back to what was done last (`platform-tools` 8.3, rule 7): plainly, perhaps, by narrowing what
 * was searched for, or by asking for more of what was found.
 */
export type PointingBack = 'plainly' | 'perhaps' | 'refines' | 'more' | 'no';

const PLAIN =
  /^(?:(?:and|now|ok|okay|then|please|do|yes|can|could|you) )*(?:the )?same\b|^(?:(?:and|now|ok|please|do|try|run) )*(?:(?:it|that|this) )?(?:once )?(?:more|again)$|^و?(?:الان )?(?:نفس الشي|نفس الامر|نفسه|كرر|مره اخري)/;
const PERHAPS =
  /^(?:and|also|now for|now in|ايضا|كذلك|ول\S+)(?: |$)|^(?:ok|okay|alright|so|hm+|well|طيب|حسنا|تمام|اوكي|زين|ماشي) |(?: |^)(?:again|too|as well|ايضا|كذلك)$|^(?:(?:in|for|during|و?في|و?سنه|و?عام|و?خلال) ){0,2}و?(?:19|20)\d\d$|^و(?:في|ال\S{3,})(?: |$)|^و\S{3,}$/;
const REFINES =
  /^(?:(?:ok|okay|and|but|now|please|yes|no|then|maybe) )*(?:what about|how about|only|just|around|about|roughly|approximately|with|without|under|below|above|over|between|less than|cheaper than|more than|up to|at least|at most|max|maximum|min|minimum|bigger|larger|smaller|rather|instead)(?: |$)|^(?:(?:حسنا|طيب|لكن) )?و?(?:ماذا عن|فقط|بس|بسعر|حوالي|باقل|اقل من|ارخص من|باكثر|اكثر من|تحت|فوق|حتي|بحدود|بين)(?: |$)/;
const MORE =
  /^(?:(?:ok|okay|and|please|yes|can|could|i|you|see|show|give|list|send|are|there|do|have|me|us|anything|any|some|the|a|few) )*(?:more|next|others|other ones|another one|cheaper)(?! (?:about|on|of|details?|info|information|than)(?: |$))(?: |$)|^(?:(?:اعرض|اريد|هات|لي) )*(?:المزيد|التالي|التاليه|غيرها|ارخص|الارخص)(?: |$)/;

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
  if (REFINES.test(normalized)) return 'refines';
  return PERHAPS.test(normalized) ? 'perhaps' : 'no';
}
