const ORDINALS = 'الواحده الثانيه الثالثه الرابعه الخامسه السادسه السابعه الثامنه التاسعه العاشره';
const HOURS: Record<string, number> = {
  ...Object.fromEntries(ORDINALS.split(' ').map((word, at) => [word, at + 1])),
  'الحاديه عشره': 11,
  'الحاديه عشر': 11,
  'الثانيه عشره': 12,
  'الثانيه عشر': 12,
};
const HOUR = Object.keys(HOURS)
  .toSorted((one, other) => other.length - one.length)
  .join('|');

const MINUTES = String.raw`(?: (?:و ?(?:ال)?(?:نصف|نص|ربع|ثلث|تلت)|الا (?:ال)?(?:ربع|ربعا|ثلث|ثلثا|تلت)))?`;
const PART_OF_DAY = 'صباحا|الصباح|ظهرا|الظهر|عصرا|العصر|مساء|المساء|مسا|المسا|ليلا|فجرا|قبل الظهر|بعد الظهر';
const BEHIND_THE_CLOCK = new RegExp(String.raw`(?<=(?:^| )[وبل]?(?:ال|لل)?ساعه )(${HOUR})(?= |$)`, 'g');
/** "العاشرة صباحا": an ordinal is an hour if a part of the day follows. */
const BEFORE_A_PART_OF_DAY = new RegExp(
  String.raw`(?<=^|(?<!ساعه) )[وبفل]?(${HOUR})(?=${MINUTES} (?:في )?(?:${PART_OF_DAY})(?: |$))`,
  'g',
);

/** Replaces hours in Arabic words by digits in a normalised text: "الساعه 10" for "الساعه العاشره". */
export function hoursInDigits(normalized: string): string {
  return normalized
    .replace(BEHIND_THE_CLOCK, (hour: string) => String(HOURS[hour]))
    .replace(BEFORE_A_PART_OF_DAY, (_, hour: string) => `الساعه ${HOURS[hour]}`);
}

/** Minutes after such an hour: 30 for "والنصف", -15 for "إلا ربعا"; 0 without any. */
export function minutesInArabic(normalized: string): number {
  const [, , without, part = ''] =
    /(?:^| )(?:(و) ?|(الا) )(?:ال)?(نصف|نص|ربعا?|ثلثا?|تلت)(?= |$)/.exec(normalized) ?? [];
  const minutes = part.startsWith('نص') ? 30 : part.startsWith('ربع') ? 15 : part ? 20 : 0;
  return without ? -minutes : minutes;
}
