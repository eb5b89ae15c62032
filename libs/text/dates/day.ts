import { Temporal } from 'temporal-polyfill';
import { findPhrase } from '../phrases.ts';
import { normalizedWords } from '../normalize-text.ts';
import { readNumber } from '../money/amounts.ts';
const list = (words: string) => words.split(/[,،]/).map(normalizedWords);

/** Days from today. Longer phrases come first, because "day after tomorrow" contains "tomorrow". */
const RELATIVE: [phrases: string[][], days: number][] = [
  [list('day after tomorrow, بعد غد, بعد غدا, بعد الغد'), 2],
  [list('day before yesterday, أول أمس'), -2],
  [list('tomorrow, غدا, بكرا, بكره'), 1],
  [list('yesterday, أمس, البارحة'), -1],
  [list('today, tonight, this morning, this afternoon, this evening, اليوم, الليلة'), 0],
];
const WEEKDAYS = list('sunday, monday, tuesday, wednesday, thursday, friday, saturday');
const WEEKDAYS_SHORT = list('sun, mon, tue, wed, thu, fri, sat');
const WEEKDAYS_ARABIC = list('الأحد, الاثنين, الثلاثاء, الأربعاء, الخميس, الجمعة, السبت');
const MONTHS = list(
  'january, february, march, april, may, june, july, august, september, october, november, december',
);
const MONTHS_SHORT = list('jan, feb, mar, apr, may, jun, jul, aug, sep, oct, nov, dec');
const MONTHS_ARABIC = list(
  'يناير, فبراير, مارس, أبريل, مايو, يونيو, يوليو, أغسطس, سبتمبر, أكتوبر, نوفمبر, ديسمبر',
);
const MONTHS_LEVANT = list(
  'كانون الثاني, شباط, آذار, نيسان, أيار, حزيران, تموز, آب, أيلول, تشرين الأول, تشرين الثاني, كانون الأول',
);
const NEXT_WEEK = list('next week, الأسبوع القادم, الأسبوع المقبل');
const NEXT_MONTH = list('next month, الشهر القادم, الشهر المقبل');

/**
 * The day that a text names, counted from `today`: ISO, 12/03/2026 (day first), "12 March", weekdays (the next one,
 * never today), "tomorrow", "next week" (its Monday), a month alone (its first day). Without a year, the next such day.
 */
export function readDay(text: string, today: Temporal.PlainDate): Temporal.PlainDate | undefined {
  // Arabic dates have invisible marks around their strokes.
  return (
    numericDay(text.replace(/\p{Cf}/gu, '')) ??
    namedDay(normalizedWords(text.replace(/\bsept\b/i, 'sep')), today)
  );
}

/** A day in digits: ISO, or 12/03/2026 with the day first. */
function numericDay(text: string): Temporal.PlainDate | undefined {
  const iso = /\b(\d{4})[-/](\d{2})[-/](\d{2})\b/.exec(text);
  if (iso) return valid({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) });
  const dayFirst = /(?<!\d)([\d٠-٩]{1,2})[/.]([\d٠-٩]{1,2})[/.]([\d٠-٩]{4}|[\d٠-٩]{2})(?!\d)/.exec(text);
  if (!dayFirst) return undefined;
  const [day = 0, month = 0, year = 0] = dayFirst.slice(1).map((part) => readNumber(part) ?? 0);
  return valid({ year: year < 100 ? 2000 + year : year, month, day });
}

function namedDay(words: string[], today: Temporal.PlainDate): Temporal.PlainDate | undefined {
  for (const [phrases, days] of RELATIVE) {
    if (phrases.some((phrase) => findPhrase(words, phrase))) return today.add({ days });
  }
  const weekday = indexIn(words, WEEKDAYS, WEEKDAYS_ARABIC, WEEKDAYS_SHORT);
  const next = weekday && today.add({ days: ((weekday.index - today.dayOfWeek + 6) % 7) + 1 });
  const date = dayOfMonth(words, today) ?? numberedDay(words, today);
  // "Friday, 1 January" is a date with its weekday.
  if (date && (!next || next.dayOfWeek === date.dayOfWeek)) return date;
  if (next) return next;
  if (NEXT_WEEK.some((phrase) => findPhrase(words, phrase))) return today.add({ days: 8 - today.dayOfWeek });
  if (NEXT_MONTH.some((phrase) => findPhrase(words, phrase))) return firstOfNextMonth(today);
  return undefined;
}

/** "12 March 2027", "March 12", "in March". */
function dayOfMonth(words: string[], today: Temporal.PlainDate): Temporal.PlainDate | undefined {
  const named = indexIn(words, MONTHS, MONTHS_ARABIC, MONTHS_LEVANT, MONTHS_SHORT);
  if (!named) return undefined;
  const before = dayNumber(words[named.start - 1]);
  const behind = dayNumber(words[named.end]);
  // "may" is a verb more often than a month.
  if (words[named.start] === 'may' && before === undefined && behind === undefined) return undefined;
  const day = before ?? behind ?? 1;
  const written = words.slice(named.end, named.end + 2).find((word) => /^20\d\d$/.test(word));
  const month = named.index + 1;
  if (written) return valid({ year: Number(written), month, day });
  const passed = month < today.month || (month === today.month && day < today.day);
  return valid({ year: today.year + (passed ? 1 : 0), month, day });
}

/** Nouns after which an ordinal is not a day: "the 12th floor". */
const COUNTED = new Set('floor street avenue time one option century birthday anniversary'.split(' '));
/** Lower ordinals such as "the 2nd" more often select an item of a list than a day. */
const FIRST_NUMBERED_DAY = 6;

/** "The 20th": of this month, or of the next month if it has passed. */
function numberedDay(words: string[], today: Temporal.PlainDate): Temporal.PlainDate | undefined {
  const at = words.findIndex((word) => /^\d{1,2}(?:st|nd|rd|th)$/.test(word));
  const day = dayNumber(words[at]);
  if (day === undefined || day < FIRST_NUMBERED_DAY || COUNTED.has(words[at + 1] ?? '')) return undefined;
  const { year, month } = day < today.day ? firstOfNextMonth(today) : today;
  return valid({ year, month, day });
}

function dayNumber(word: string | undefined): number | undefined {
  const digits = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The first name in the message from the first list with a match. */
function indexIn(
  words: string[],
  ...lists: string[][][]
): { index: number; start: number; end: number } | undefined {
  for (const names of lists) {
    const found = names.flatMap((name, index) => {
      const place = findPhrase(words, name);
      // Whole words only, because "marches" is not a month.
      return place && (name.length > 1 || words[place.start]?.endsWith(name[0] ?? ''))
        ? [{ index, ...place }]
        : [];
    });
    if (found.length > 0) return found.reduce((one, other) => (other.start < one.start ? other : one));
  }
  return undefined;
}

function firstOfNextMonth(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.with({ day: 1 }).add({ months: 1 });
}

function valid(given: { year: number; month: number; day: number }): Temporal.PlainDate | undefined {
  if (given.month < 1 || given.day < 1) return undefined;
  const { month, day } = given;
  const nearest = Temporal.PlainDate.from(given);
  return nearest.month === month && nearest.day === day ? nearest : undefined;
}
