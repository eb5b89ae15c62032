import { anySpelling } from '#text';

const NOTE = String.raw`(?:(?:[Oo][Kk]|okay|f[Yy][Ii]|so|and|but|then|now|just|please|note|log|record|remember|know|update|that|:)[\s,:]+)*`;
/** No names, though they begin a sentence with a capital. */
const NOBODY = String.raw`(?!(?:I|We|You|Who|Nobody|None|Not|No|If|When|Once|Until|Unless|After|Has|Have|Did|Is|Was|Fully|Double|(?:Every|Some|Any)(?:body|one)|(?:Call|Meeting|Workshop|Slot|Lead|Client|Customer|Visitor)s)\b)`;
const WHO = String.raw`(?:s?he|they|(?:the|this|our) (?:visitor|lead|client|customer|prospect)|${NOBODY}\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)`;
const HAS = String.raw`(?: has|'s|’s| have)?(?: just| already| now)?`;
const TALK = 'call|meeting|workshop|consultation|appointment';
/** "The call centre", "a meeting room" are no talks. */
const ITSELF = String.raw`\b(?!(?: |-)(?:cent(?:re|er)|room|space|venue|hall|share|machine)s?\b)`;
const WORD = String.raw`(?!(?:[Nn]o|[Aa]ny|[Ee]very|[Ee]ach|[Ss]ome|[Aa]ll|[Nn]either|[Aa]nother|other|[Ww]hich|[Ww]hat|[Ww]hose)\b)[\w-]+ `;
const THE = '(?:the|a|an|her|his|their|this|that) ';
const THE_TALK = `(?:${THE})?(?:${WORD})?(?:${TALK})`;
const THE_CALL = `(?:${THE})?(?:${WORD})?(?:${TALK}|slot)`;
/** As what somebody booked: not "last time", not "revenue this time". */
const A_CALL = `(?:${THE}(?:${WORD}){0,2}(?:${TALK}|slot)|(?:a|her|his|their) time)${ITSELF}`;
const AT = String.raw`(?:it\b|(?:for|on) (?:next )?(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:for )?(?:today|tomorrow|yesterday)\s*[.!]?$)`;
const WHOM = String.raw`(?:her|him|them|it|the (?:lead|visitor|call)|this (?:lead|visitor)|\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)`;
/** Not "4 May" and not Will, who is somebody's name. */
const NOT_YET = anySpelling(
  /\b(?:[Nn]o|[Nn]ot|NOT|[Nn]ever|[Nn]othing|[Nn]either|[Nn]one|[Hh]ardly|else|[Aa]nother|other|[Cc]ompetitors?|would|will|wants? to|(?<!\b(?:\d+(?:st|nd|rd|th)?|in|of) )may|might|should|could|if|once|until|unless)\b|(?<!\p{L})(?:لم|لن|إذا|عندما|سوف|قد|آخر|أخرى|منافس)(?!\p{L})/u,
);
const ON_CONDITION = anySpelling(/\b(?:if|once|until|unless)\b|(?<!\p{L})(?:إذا|عندما|ما لم)(?!\p{L})/iu);

const BOOKED = anySpelling(
  new RegExp(
    [
      String.raw`^${NOTE}mark ${WHOM} (?:as )?booked\b`,
      String.raw`^${NOTE}${WHO}${HAS} booked(?: ${A_CALL}| by phone\b| online\b| ${AT}|\s*[.!]?$)`,
      String.raw`^${NOTE}${THE_CALL} (?:is|was|has been)(?: now)? booked\b(?! (?:out|up|solid|by(?! phone))\b)`,
      '^(?:(?:سجل|لاحظ|للعلم)[ ,،:]*(?:أن)? ?)?(?:تم حجز (?:المكالمة|الموعد|الورشة)|حجزت? (?:العميلة?|الزائرة?)(?: (?:المكالمة|مكالمة|الموعد|موعدا?|الورشة|ورشة|الاجتماع|اجتماعا?|الاستشارة|استشارة)(?!\\p{L})|\\s*[.!]?$)|(?:المكالمة|العميلة?) محجوزة?|(?:حجزت?|لقد حجزت?) (?:المكالمة|الموعد|موعدا|مكالمة))',
    ].join('|'),
    'u',
  ),
);
const CANCELLED = anySpelling(
  new RegExp(
    [
      String.raw`^${NOTE}mark ${WHOM} (?:as )?not booked\b`,
      String.raw`^${NOTE}${WHO}${HAS} cancell?ed(?: (?:the|her|his|their) (?:booking|${TALK})${ITSELF}|\s*[.!]?$)`,
      String.raw`^${NOTE}${THE_TALK} (?:is|was|has been)(?: now)? (?:cancell?ed\b|off(?: now)?\s*[.!]?$)`,
      '^(?:(?:سجل|لاحظ|للعلم)[ ,،:]*(?:أن)? ?)?(?:(?:ألغت?|ألغى) (?:العميلة? |الزائرة? )?(?:المكالمة|الموعد|الحجز)|تم إلغاء (?:المكالمة|الموعد|الحجز))',
    ].join('|'),
    'u',
  ),
);

/** Told behind a sentence of a booking: what "it" is, is known there only. */
const IT_IS_OFF = new RegExp(
  String.raw`^${NOTE}(?:${WHO}${HAS} cancell?ed it\b|it (?:is|was|has been)(?: now)? (?:cancell?ed\b|off(?: now)?\s*[.!]?$))`,
  'u',
);
/** Which of both holds in the end, a pattern does not know: "booked a call but cancelled it", "cancelled the call and booked a new one". */
const BOOKS = anySpelling(/\bbooked\b|(?<!\p{L})[وف]?(?:حجزت?|محجوزة?)(?!\p{L})/iu);
const CANCELS = anySpelling(/\bcancell?ed\b|(?<!\p{L})[وف]?(?:ألغت?|ألغى|ألغيت|إلغاء|ملغاة)(?!\p{L})/iu);

type Told = 'booked' | 'cancelled';

/**
 * What a member of the office tells of the visitor's call: that it is booked, or off; the last of it where there is more.
 * Questions and plans tell neither.
 */
export function bookingTold(text: string): Told | undefined {
  let last: Told | undefined;
  for (const sentence of text.split(/(?<=[.!?؟])\s+|\n+/)) last = toldIn(sentence.trim(), last) ?? last;
  return last;
}

function toldIn(sentence: string, before: Told | undefined): Told | undefined {
  if (/[?؟]\s*$/.test(sentence) || (BOOKS.test(sentence) && CANCELS.test(sentence))) return undefined;
  const plain = sentence.charAt(0).toLowerCase() + sentence.slice(1);
  const either = (pattern: RegExp) => pattern.test(sentence) || pattern.test(plain);
  const isCancelled = either(CANCELLED) || (before === 'booked' && either(IT_IS_OFF));
  if (isCancelled) return ON_CONDITION.test(sentence) ? undefined : 'cancelled';
  return !NOT_YET.test(sentence) && either(BOOKED) ? 'booked' : undefined;
}
