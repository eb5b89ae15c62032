import { normalizedWords } from '#text';
import { type OfflineMessage } from '#pack-kit';
import { namesHome } from './requests.ts';

const NEXT =
  /^(?:\w+ ){0,4}?(?<!or )(?:more|next|others|other ones|another one|else)(?! (?:than|bedrooms?|affordable|reasonable))(?: |$)|(?:المزيد|التالي|التاليه|غيرها|غير ذلك|ماذا ايضا)/;

/** Whether a message asks for the listings that come behind those that were named; another place or kind is a new list. */
export function wantsNext({ normalized, text }: OfflineMessage): boolean {
  return NEXT.test(normalized) && !namesHome(normalizedWords(text));
}

const KINDS =
  'flats?|apartments?|villas?|houses?|townhouses?|studios?|homes?|propert(?:y|ies)|listings?|results?|options?|matches|ones?';
const KINDS_AR = '(?:ال)?(?:شقق|فلل|بيوت|منازل|عقارات|استوديوهات|نتائج|خيارات)';
/** "Show me more", "more of these flats please", "what else do you have?", "المزيد من الشقق": more of what was listed. */
const MORE_OF_THEM = new RegExp(
  [
    String.raw`^(?:(?:ok|okay|and|yes|now|please|can|could|may|would|i|we|you|d|like|want|to|see|show|give|list|send|find|me|us|let|are|is|there|do|have|got|anything|any|some|the|a|few|couple|what|something) )*(?:more|next|others|other|else)(?: (?:${KINDS}|please|now|then|too|thanks|five|5|page|of (?:them|these|those|the same)|like (?:these|those|this|that|them)|these|those|(?:do|have|did|can|could|would) you|have|got|find|show|offer|me|us|is|are|there|you|available|on the list))*$`,
    String.raw`^(?:(?:طيب|حسنا|نعم|من فضلك|لو سمحت|ممكن|هل|ماذا|شو|وش|اعرض|اعرضوا|اريد|نريد|ابغي|هات|ارني|وريني|اعطني|يوجد|توجد|هناك|لديكم|عندكم|لي|لنا|علي|${KINDS_AR}) )*و?(?:المزيد|التالي|التاليه|غيرها|غيره|غير ذلك|ايضا|اخري)(?: (?:من|منها|منهم|هذه|لي|لنا|${KINDS_AR}|لديكم|عندكم|من فضلك|لو سمحت))*$`,
  ].join('|'),
);

const ONE = '(?:one|flat|apartment|villa|house|townhouse|studio|home|property|listing|result|option|match)';
/**
 * "The other one", "is the other villa available?", "the next one is there", "what next?", "ماذا التالي": one of those that
 * were told, or what is to be done.
 */
const ONE_OF_THEM = new RegExp(
  [
    String.raw`\b(?:the|this|that|and) other\b(?! (?:\p{L}+s|five|5)\b)`,
    String.raw`\b(?:is|are) the (?:other|next)|\bnext ${ONE}\b.* (?:is|are|there|available|do|have|can|could|would|did)\b|\bwhat\b.* next(?! (?:\p{L}+s|five|5)\b)`,
    String.raw`(?:ماذا|شو|وش|ايش) (?:هو |هي )?و?التالي`,
  ].join('|'),
  'u',
);

/** Whether a message asks for more of what was listed and says nothing else, unless its kind. */
export function asksForMoreOfThem({ normalized }: Pick<OfflineMessage, 'normalized'>): boolean {
  return MORE_OF_THEM.test(normalized) && !ONE_OF_THEM.test(normalized);
}
