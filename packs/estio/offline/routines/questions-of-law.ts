import { anySpelling } from '#text';
import { type OfflineRoutine } from '#pack-kit';

/** Who is no citizen: whether the law lets them buy is asked. */
const FOREIGN = String.raw`foreign(?:ers?)?|non[- ]?(?:eu|europeans?|residents?|cypriots?|citizens?|nationals?)|expats?|immigrants?|\w+ (?:citizens?|nationals?|passport holders?)|(?:outside|not from|from outside) (?:of )?(?:the )?(?:eu|europe|cyprus)`;
const DEALS = String.raw`(?:buy|own|purchase|rent|inherit|invest in|get|take)`;
const MAY = anySpelling(
  new RegExp(
    [
      String.raw`\b(?:can|may|could|do|are|is)\b[^.?!]{0,60}\b(?:${FOREIGN})\b[^.?!]{0,60}\b${DEALS}\b`,
      String.raw`\b(?:can|may|could)\b[^.?!]{0,30}\b${DEALS}\b[^.?!]{0,60}\b(?:${FOREIGN})\b`,
      String.raw`\b(?:am i|are we|is (?:it|he|she|one)|are they)\b[^.?!]{0,30}\b(?:allowed|permitted|entitled|eligible|legal|legally)\b[^.?!]{0,60}\b${DEALS}\b`,
      String.raw`(?<!\p{L})و?(?:هل|كيف|متى)(?!\p{L})[^.?؟!]{0,40}(?:أجانب|أجنبي|غير (?:ال)?(?:مقيم|قبارصة|قبرصي|أوروبي|مواطن)|(?:ال)?عرب(?!\p{L}))[^.?؟!]{0,60}(?:شراء|تملك|تمليك|امتلاك|يشتر|يتملك|يملك|استئجار|استثمار)`,
      String.raw`(?<!\p{L})(?:هل|كيف)(?!\p{L})[^.?؟!]{0,40}(?:شراء|تملك|امتلاك|أشتري|أتملك|نشتري|نتملك)[^.?؟!]{0,40}(?:كأجنبي|كأجانب|للأجانب|لأجنبي|وأنا أجنبي|لغير)`,
      String.raw`(?<!\p{L})(?:هل|ما)(?!\p{L})[^.?؟!]{0,20}(?:يحق|يسمح|مسموح|قانون)[^.?؟!]{0,40}(?:شراء|تملك|امتلاك|أشتري|أتملك|نشتري|نتملك)`,
    ].join('|'),
    'iu',
  ),
);
/** Taxes, permits and laws. */
const OF_LAW = anySpelling(
  /\b(?:golden visas?|(?:permanent )?residency|residence permits?|permanent residence|citizenship|stamp dut(?:y|ies)|transfer (?:fees?|tax(?:es)?)|capital gains|property tax(?:es)?|(?:pay|any|what|which|how much) (?:\w+ ){0,2}tax(?:es)?|vat|(?:the|by|what|which) laws?|legally|inheritance)\b|الفيزا الذهبية|إقامة دائمة|الإقامة الدائمة|تصريح إقامة|(?:على|أحصل على|نحصل على) (?:ال)?(?:جنسية|إقامة)(?!\p{L})|(?:ال)?(?:ضريبة|ضرائب)|رسوم (?:ال)?(?:نقل|تحويل|طابع|تسجيل|ملكية)|القيمة المضافة|(?<!\p{L})(?:ال)?(?:قانون|قوانين)(?!\p{L})/iu,
);
const ASKS = anySpelling(
  /[?؟]\s*$|^(?:(?:and|but|so|ok|okay|also|hi|hello) )*(?:what|how|is|are|do|does|can|could|may|which|will|would|must|should)\b|(?<!\p{L})و?(?:هل|كم|ما|كيف)(?!\p{L})/iu,
);
/** Homes are looked for, or one of them is spoken of. */
const ABOUT_HOMES = anySpelling(
  /\b(?:find|show|search|looking for|do you have|list|any (?:flats|apartments|villas|houses|homes)|prop-\d+|deal-\d+|contract|note|log|draft|write|remember)\b|ابحث|أبحث|اعرض|عندكم|لديكم|سجل|اكتب/iu,
);

/** Who may buy, what is taxed and which permits follow are questions of law: nothing here knows them, and no list answers them. */
export const questionsOfLaw: OfflineRoutine = ({ message, calls }) => {
  const { text, language } = message;
  if (calls.length > 0 || ABOUT_HOMES.test(text)) return undefined;
  if (!MAY.test(text) && !(OF_LAW.test(text) && ASKS.test(text.trim()))) return undefined;
  return {
    reply:
      language === 'ar'
        ? 'لا أعرف ذلك: من يحق له الشراء والضرائب والتصاريح أمور قانونية، وليست لدي معلومات عنها هنا. يجيب عنها محام أو المكتب: اكتب أنك تريد التحدث إلى شخص، فأترك لهم ملاحظة.'
        : 'I do not know that: who may buy, taxes and permits are questions of law, and I have no information on them here. A lawyer can answer, or the office: say that you would like to speak with a person, and I leave them a note.',
  };
};
