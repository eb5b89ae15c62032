import { anySpelling, normalizedWords } from '#text';
import { namesPlace } from '../places.ts';

/** To see, look at, visit, inspect: "I …" and "we …", also as what is to come. */
const SEE_AR = String.raw`(?:س|ل)?[أن](?:شوف|شاهد|عاين|زور|ر[ىا]|تفرج(?: على)?|طلع على)`;
const SEEING_AR = '(?:معاين|مشاهد|رؤي)';
const VISITING_AR = '(?:معاين|مشاهد|رؤي|زيار)';
/** What is seen, written onto the word. */
const IT_AR = '(?:هما|هم|ها|ه)';
const DAY_AR =
  'يوم|غدا|بكرا|بكرة|الأسبوع|الأحد|الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الساعة|صباحا|مساء|عصرا|ظهرا';
const HOME_AR =
  'أول|أولى|ثاني|ثانية|ثالث|ثالثة|رابع|رابعة|خامس|خامسة|أخير|أخيرة|شقة|فيلا|بيت|منزل|عقار|استوديو|مكان';

/** Somebody wants to look at a home, not at a list. */
export function asksToSee(text: string): boolean {
  return SEEING.test(text) || SEEING_IT.test(text) || SHOWN_THEN.test(text);
}

/** "Show it to me on Sunday at 11": a day or an hour makes it a visit. */
const SHOWN_THEN = anySpelling(
  new RegExp(
    String.raw`\bshow\b[^.?!]{0,40}\b(?:it|that|this|them|one|flat|apartment|house|villa|home|place|prop-\d+)\b[^.?!]{0,40}\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|at \d{1,2})\b|(?<!\p{L})(?:أر(?:ي|ني)(?:ها|ه|هم)?|وريني(?:ها|ه)?|فرجيني|فرجني|ورني(?:ها|ه)?)(?!\p{L})[^.?!؟]{0,40}(?:يوم|غدا|بكرا|بكرة|الساعة|صباحا|مساء|عصرا)`,
    'iu',
  ),
);

/** One home that was told of, as against whatever there is: "the first house", "prop-0032", "البيت". */
const ONE_HOME = anySpelling(
  new RegExp(
    String.raw`\bprop-\d+|\b(?:it|(?:the )?(?:first|second|third|fourth|fifth|last)(?: (?:one|flat|apartment|house|villa|townhouse|studio|home|property|place))?|(?:the|this|that) (?:flat|apartment|house|villa|townhouse|studio|home|property|place|one))\b|(?<!\p{L})ال(?:${HOME_AR})(?!\p{L})`,
    'iu',
  ),
);

/** A viewing of one home, which is no search whatever else the message names. */
export function asksToSeeOne(text: string): boolean {
  return (
    SEEING_IT.test(text) ||
    SHOWN_THEN.test(text) ||
    (SEEING.test(text) && ONE_HOME.test(text) && !namesPlace(normalizedWords(text)))
  );
}

/** "Can I see the first one?", "هل يمكنني معاينتها؟": one home, on whatever day. */
const SEEING_IT = anySpelling(
  new RegExp(
    [
      String.raw`\b(?:can|could|may|when|want|like|love)\b[^.?!]{0,80}\b(?:see|(?<!\b(?:an?|the|with|its|of|in|sea|ocean|mountain|city|garden|harbour|nice|good|great) )view|visit|look at|come to)\b(?! (?:if|whether|what|how|more|other|any|some)\b)[^.?!,]{0,60}\b(?:it|this|that|them|(?:the )?(?:first|second|third|fourth|fifth|last)(?: (?:one|flat|apartment|house|villa|home|property|place))?|the (?:flat|apartment|house|villa|home|property|place))(?: (?:please|in person|soon|then|too|myself))*\s*[?.!]*$`,
      String.raw`(?<!\p{L})و?(?:ب?ال|لل|ل|ب)?${VISITING_AR}ت${IT_AR}(?!\p{L})`,
      String.raw`(?<!\p{L})و?${SEE_AR} ?${IT_AR}(?!\p{L})`,
      String.raw`(?<!\p{L})و?(?:س|ل)?[أن]عاين(?!\p{L})`,
      String.raw`(?<!\p{L})و?(?:${SEE_AR}|(?:ل|ب)?${VISITING_AR}ة) (?:هذا |هذه |تلك )?ال(?:${HOME_AR})(?!\p{L})`,
    ].join('|'),
    'iu',
  ),
);

const SEEING = anySpelling(
  new RegExp(
    [
      String.raw`\b(?:see|look at|come to|check out|(?<=\b(?:to|let (?:us|me)|lets|let['’]s|(?:can|could|may|might|should|shall|will|would)(?: [\w'’]+){0,3} (?:i|we|they|he|she|you|also|please|possibly|maybe)) )(?:view|visit|inspect|tour)|(?:show|take) (?:(?:it|this|that|(?:the )?\w+(?: \w+)?) to )?(?:me|us|her|him|them))\b[^.?!]*\b(?:prop-\d+|tomorrow|today|(?:mon|tues|wednes|thurs|fri|satur|sun)day|at \d{1,2}(?::\d\d)?(?![\d.,]*\s*(?:\d|k\b|m\b|%|thousand|million|euros?|€))|next week|this (?:week|weekend|afternoon|evening))\b`,
      String.raw`(?<!\p{L})و?(?:${SEE_AR}\p{L}*|(?:ال|لل|ل|ب)?${SEEING_AR}ة|${SEEING_AR}ت${IT_AR})(?!\p{L}).*(?:${DAY_AR})`,
      String.raw`(?<!\p{L})و?(?:${SEE_AR}|(?:ل|ب)?${VISITING_AR}ة) (?:العقار |عقار )?prop-\d+`,
    ].join('|'),
    'iu',
  ),
);

const onto = (words: readonly string[], ends: readonly string[]) =>
  words.flatMap((word) => ends.map((end) => word + end));

/** The Arabic words of seeing a home, in all their forms, as words of a tool. */
export const SEEING_WORDS_AR: readonly string[] = [
  ...onto(onto(['أ', 'ن'], ['شوف', 'شاهد', 'عاين', 'زور']), ['', 'ه', 'ها', 'هم']),
  ...onto(onto(['أ', 'ن'], ['را']), ['ه', 'ها', 'هم']),
  'أرى',
  'نرى',
  'مشاهدة',
  'رؤية',
  ...onto(['معاينت', 'مشاهدت', 'رؤيت', 'زيارت'], ['ه', 'ها', 'هم']),
];
