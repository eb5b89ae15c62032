import { CURRENCY_WORDS, MULTIPLIERS, normalizedWords } from '#text';

const list = (words: string): ReadonlySet<string> => new Set(normalizedWords(words));

/** Words of negation, exception, condition and comparison. Most of them are stop words elsewhere. */
export const OPERATORS = list(
  `not no never none nor neither without except excluding exclude unless if whether instead rather than more less fewer
   most least higher lower bigger smaller cheaper dearer other another else but only same again versus vs compare compared
   comparison difference differ percent growth grow grew rise fall before after until since why don t isn wasn won cannot
   either both every each per average
   لا ليس ليست مو مش لم لن غير بدون دون الا سوى عدا لو اذا أكثر أقل أعلى أدنى أكبر أصغر أرخص أغلى مقارنة قارن الفرق بدل بدلا لماذا
   قبل بعد حتى منذ فقط نفس معدل متوسط كل`,
);

/** Words without meaning for a request, in addition to the stop words. */
export const NEUTRAL_WORDS = list(
  `please thanks thank hi hello hey ok okay yes well now today just really maybe want wants wanted need needs like likes
   looking look find show tell see know have has do help want'd could would i'd we'd something anything any some one ones
   there here good great sure honestly actually currently right away right kindly dear sir madam much many long
   من فضلك فضلكم لو سمحت سمحتم شكرا مرحبا أهلا السلام عليكم نعم حسنا طيب أريد نريد أود أحتاج نحتاج أبي أبغى بدي ممكن هل
   يمكن يمكنك أعطني أخبرني اعرض أظهر هناك يوجد توجد لديكم لديك عندكم لدي لدينا الآن اليوم`,
);

/** Words that turn an adjacent number into a limit. */
export const LIMIT_WORDS = list(
  `under below over above less more than least most up to at exceeding maximum max minimum min or and from between
   about around within only budget ceiling cap limit price cost costs fewer plus
   أقل أكثر من حتى تحت فوق يتجاوز تتجاوز يزيد تزيد يقل تقل عن على الأقل الأكثر كحد أقصى أدنى بحدود حدود ميزانية ميزانيتي
   القصوى سقف بين و أو ابتداء إلى بسعر`,
);

/** Words of negation in front of a limit, and the limits that are read with them: "not above", but not "not at least". */
export const NEGATIONS = list('not no لا');
export const NEGATABLE_LIMITS = list(
  'more less fewer over above under below exceeding يتجاوز تتجاوز يزيد تزيد يقل تقل',
);

/** Currencies in a message. "try" is mostly the verb. */
export const CURRENCY_NAMES: ReadonlySet<string> = new Set(CURRENCY_WORDS.filter((word) => word !== 'try'));

/** Counted nouns, and currencies. */
export const UNIT_WORDS: ReadonlySet<string> = new Set([
  ...CURRENCY_WORDS,
  ...Object.keys(MULTIPLIERS),
  ...list(
    `percent % hour hours day days week weeks month months year years minute minutes people person each a an per the of in
     euro euros dollar dollars dirham dirhams
     بالمئة ساعة ساعات يوم أيام أسبوع أسابيع أسبوعيا شهر أشهر شهريا سنة سنوات سنويا عام أعوام دقيقة دقائق شخص أشخاص موظف
     موظفين في خلال`,
  ),
]);
