import type { OfflineMessage } from '#pack-kit';

const PAPER = String.raw`(?:proposal|offer|quote|quotation|estimate|scope(?: of work)?(?! for improvement))(?! (?:you|they) (?:made|sent|gave))`;
const KIND = String.raw`(?:(?:an?|the|your|some|first|short|quick|rough|written|formal|draft|detailed|price|project|new|our) )*`;
const MAKE = String.raw`(?:put(?:ting)? together|make|write(?: up)?|draw up|draft|prepare|create|send|give|get|receive|have|see|do|show|need|want|like|generate|work out|sketch|outline)`;
const WHOM = String.raw`(?:(?:me|us|him|her|them|up|over) )*`;

const WISHED = new RegExp(
  [
    String.raw`\b${MAKE} ${WHOM}${KIND}${PAPER}\b`,
    String.raw`^(?:(?:hi|hello|ok|okay|yes|and|now|so) )*${KIND}${PAPER}(?: (?:please|for (?:us|me|my|our|this|that|both|the)|in writing|on paper)\b|$)`,
    String.raw`\b(?:written|formal|draft) (?:proposal|offer|quote|quotation)\b|\b(?:proposal|offer|quote|scope) (?:in writing|on paper)\b`,
    String.raw`\b(?:can|could|will|would|please|how about) (?:you |i |we )?(?:please )?quote (?:me|us|for)\b|^quote (?:me|us)\b`,
    String.raw`\b(?:what|how) (?:would|will|does|do) (?:the|your|a|our) ${PAPER} (?:look|say|be|cover|include|contain)\b`,
    String.raw`(?<!\p{L})(?:مسوده|نطاق) (?:ال)?(?:عرض|عمل|مشروع)|(?<!\p{L})عرض(?:ا)? (?:مكتوب|سعر|اسعار|رسمي)\p{L}*`,
    String.raw`(?<!\p{L})(?:و|ف)?(?:اعد\p{L}*|اكتب\p{L}*|حضر\p{L}*|جهز\p{L}*|ارسل\p{L}*|ابعث\p{L}*|اعط\p{L}*|قدم\p{L}*|نريد|اريد|نحتاج|احتاج|نبغي|ابغي|بدي|بدنا|اطلب|نطلب)(?: (?:ان|لنا|لي|منكم|منك|علي|نري|نحصل|احصل))* (?:ال)?عرضا?(?!\p{L})(?! ال(?!سعر(?!\p{L})|اسعار(?!\p{L}))\p{L})`,
  ].join('|'),
  'u',
);
/** What is written day by day is the visitor's own work, and a share's quote is no paper. */
const OF_ELSE =
  /\b(?:every|each|our own|another|per) (?:proposal|offer|quote)\b|\b(?:stock|share) quote|\bout of scope\b|\bquote (?:of|from) (?!you\b)|\b(?:we|they|our \p{L}+|my \p{L}+) (?:\p{L}+ )?(?:write|make|send|draft|prepare|create)s? (?:an? |the |our )?(?:proposal|offer|quote)|\bhow (?:do|can|should|would|could) (?:i|we) \p{L}+ (?:\p{L}+ )?(?:proposal|offer|quote|estimate)|\b(?:takes?|took|spends?|spent|needs?|cost) (?:\S+ ){1,5}to \p{L}+ (?:up )?(?:an? |the |each )?(?:proposal|offer|quote|estimate)|\b(?:they|suppliers?|vendors?|customers?|clients?|competitors?) (?:\p{L}+ )?(?:sends?|gives?|gets?|has|have|makes?)(?: us)? (?:an? |the |their )?(?:proposal|offer|quote)|\bdo you (?:currently )?have an? (?:special )?offer|(?:عرضا?|العرض) (?:خاص|مجاني)|عرض ال\p{L}+ (?:لل|ل)(?:عملا|زباين|زبن)/u;

/** A message that wishes for a proposal on paper; one that asks what is offered here does not. */
export function wishesProposal({ normalized }: Pick<OfflineMessage, 'normalized'>): boolean {
  return WISHED.test(normalized) && !OF_ELSE.test(normalized);
}
