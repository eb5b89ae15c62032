import { normalizedWords } from '../normalize-text.ts';

const list = normalizedWords;

/** Names of days, full and abbreviated, and relative days. All lists in this file are normalised. */
export const DAY_WORDS = list(
  `monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun today tomorrow tonight
   yesterday weekend weekday weekdays
   الأحد الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت اثنين ثلاثاء أربعاء خميس جمعة سبت اليوم غدا بكرا بكره الغد أمس الليلة
   البارحة`,
);
const MONTH_WORDS = list(
  `january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept
   oct nov dec
   يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
   كانون شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين رمضان شوال محرم صفر رجب شعبان`,
);
const PARTS_OF_DAY = list(
  `morning mornings afternoon afternoons evening evenings noon midday midnight night
   صباحا الصباح ظهرا الظهر عصرا العصر مساء المساء مسا المسا ليلا الليل الفجر`,
);
const SEASONS = list(
  'spring summer autumn fall winter christmas easter ramadan eid الصيف الشتاء الربيع الخريف صيف شتاء ربيع خريف العيد',
);

const CLOCK = list('oclock am pm الساعة');
/** Words with which place names can begin: Sun City, Mar Elias. */
const IN_NAMES = new Set(list('sun sat mar wed'));

/** Words that name a time and never a place. */
export const TIME_WORDS: ReadonlySet<string> = new Set(
  [...DAY_WORDS, ...MONTH_WORDS, ...PARTS_OF_DAY, ...SEASONS, ...CLOCK].filter((word) => !IN_NAMES.has(word)),
);
