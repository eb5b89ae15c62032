import { anySpelling } from '#tools';

const NOTE = String.raw`(?:(?:[Oo][Kk]|okay|f[Yy][Ii]|so|and|just|please|note|log|record|remember|know|update|that|:)[\s,:]+)*`;
const WHO = String.raw`(?:s?he|they|(?:the|this|our) (?:visitor|lead|client|customer|prospect)|(?!(?:I|We|You|Who|Nobody|Not|No|If|When|Once|After|Has|Have|Did|Is|Was)\b)\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)`;
const TALK = 'call|meeting|workshop|consultation|appointment';
const THE = String.raw`(?:(?:the|a|an|her|his|their|this|that) )?(?:\w+ )?`;
const THE_TALK = `${THE}(?:${TALK})`;
const THE_CALL = `${THE}(?:${TALK}|time|slot)`;
const WHOM = String.raw`(?:her|him|them|it|the (?:lead|visitor|call)|this (?:lead|visitor)|\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)`;
const NOT_YET =
  /\b(?:not|never|n['’]t|nothing|would|will|wants? to|may|might|should|could|if|once|until|unless)\b|(?<!\p{L})(?:لم|لن|إذا|عندما|سوف|قد)(?!\p{L})/iu;

const BOOKED = anySpelling(
  new RegExp(
    [
      String.raw`^${NOTE}mark ${WHOM} (?:as )?booked\b`,
      String.raw`^${NOTE}${WHO}(?: has|'s|’s| have)?(?: just| already| now)? booked(?: ${THE_CALL}| by phone| online|\b(?! (?:out|a table|a flight|a room)))`,
      String.raw`^${NOTE}${THE_CALL} (?:is|was|has been)(?: now)? booked\b`,
      '^(?:(?:سجل|لاحظ|للعلم)[ ,،:]*(?:أن)? ?)?(?:تم حجز (?:المكالمة|الموعد|الورشة)|حجزت? (?:العميلة?|الزائرة?)|(?:المكالمة|العميلة?) محجوزة?|(?:حجزت?|لقد حجزت?) (?:المكالمة|الموعد|موعدا|مكالمة))',
    ].join('|'),
    'u',
  ),
);
const CANCELLED = anySpelling(
  new RegExp(
    [
      String.raw`^${NOTE}mark ${WHOM} (?:as )?not booked\b`,
      String.raw`^${NOTE}${WHO}(?: has|'s|’s| have)?(?: just| already| now)? cancell?ed(?: (?:the|her|his|their) (?:booking|${TALK})|\s*[.!]?$)`,
      String.raw`^${NOTE}${THE_TALK} (?:is|was|has been)(?: now)? (?:cancell?ed\b|off(?: now)?\s*[.!]?$)`,
      '^(?:(?:سجل|لاحظ|للعلم)[ ,،:]*(?:أن)? ?)?(?:(?:ألغت?|ألغى) (?:العميلة? |الزائرة? )?(?:المكالمة|الموعد|الحجز)|تم إلغاء (?:المكالمة|الموعد|الحجز))',
    ].join('|'),
    'u',
  ),
);

/** What a member of the office tells of the visitor's call: that it is booked, or off. Questions and plans tell neither. */
export function bookingTold(text: string): 'booked' | 'cancelled' | undefined {
  for (const sentence of text.split(/(?<=[.!?؟])\s+|\n+/)) {
    const told = sentence.trim();
    if (/[?؟]\s*$/.test(told)) continue;
    const plain = told.charAt(0).toLowerCase() + told.slice(1);
    const either = (pattern: RegExp) => pattern.test(told) || pattern.test(plain);
    if (either(CANCELLED)) return 'cancelled';
    if (!NOT_YET.test(told) && either(BOOKED)) return 'booked';
  }
  return undefined;
}
