const words = (list: string) => list.split(' ');

const ENGLISH_MONTHS = words(
  'january february march april may june july august september october november december',
);
const ARABIC_MONTHS = words('يناير فبراير مارس ابريل مايو يونيو يوليو اغسطس سبتمبر اكتوبر نوفمبر ديسمبر');

/** Months by their normalised names. Both languages map to the same value. */
const MONTHS = new Map([
  ...ENGLISH_MONTHS.map((month): [string, string] => [month, month]),
  ...ARABIC_MONTHS.map((month, at): [string, string] => [month, ENGLISH_MONTHS[at] ?? month]),
]);

/** Days of the week and seasons; normalised. */
const OTHER_DATES = new Set(
  words(
    'monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter christmas easter ramadan ' +
      'الاثنين الثلاثاء الاربعاء الخميس الجمعه السبت الاحد الربيع الصيف الخريف الشتاء رمضان',
  ),
);

const ISO_DATE = /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/g;
/** Day first, as in Europe, or month first if that is the only valid reading. */
const NUMERIC_DATE = /\b(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|(?<=\/)\d{2})\b/g;
const HALF_DAY_TIME = /\b(\d{1,2})(?:[:.](\d{2}))?\s?([ap])\.?m\b\.?/gi;
const TIME = /^(\d{1,2}):(\d{2})$/;
const DAY = /^(\d{1,2})(?:st|nd|rd|th)?$/;

/** Rewrites numeric dates as "1 may 2026" and times of day as "17:00". */
export function withDatesInWords(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(ISO_DATE, (written, year, month, day) => inWords(written, day, month, year))
    .replace(NUMERIC_DATE, (written, first, _separator, second, year) =>
      Number(second) > 12 ? inWords(written, second, first, year) : inWords(written, first, second, year),
    )
    .replace(HALF_DAY_TIME, (written, hour, minute, half) =>
      Number(hour) > 12 ? written : `${(Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)}:${minute ?? '00'}`,
    );
}

function inWords(written: string, day: string, month: string, year: string): string {
  const name = ENGLISH_MONTHS[Number(month) - 1];
  if (!name || Number(day) < 1 || Number(day) > 31) return written;
  return `${Number(day)} ${name} ${year.length === 2 ? `20${year}` : year}`;
}

export const isYear = (token: string) => /^(?:19|20)\d\d$/.test(token);
export const isDate = (token: string) => MONTHS.has(token) || OTHER_DATES.has(token) || isYear(token);

/** The date value of each word: a month, a day of the month, a year, a weekday or a season, or undefined. */
export function datesOf(tokens: readonly string[]): (string | undefined)[] {
  return tokens.map((token, at) => {
    if (isDate(token)) return MONTHS.get(token) ?? token;
    const day = Number(DAY.exec(token)?.[1] ?? 0);
    if (day < 1 || day > 31) return undefined;
    const before = tokens[at - 1] ?? '';
    const after = tokens[at + 1] === 'of' ? tokens[at + 2] : tokens[at + 1];
    // In "from 1 May 2 rooms" the month already has its day.
    const isAfter = MONTHS.has(before) && !DAY.test(tokens[at - 2] ?? '');
    return isAfter || MONTHS.has(after ?? '') ? `day ${day}` : undefined;
  });
}

/** The time of day in a word, in minutes. Undefined for other words. */
export function timeOf(token: string): string | undefined {
  const [, hour, minute] = TIME.exec(token) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return String(Number(hour) * 60 + Number(minute));
}
