import { findPhrase, phraseWords } from '#tools';
import { addDays, dateOf, wallTimeAt, weekdayOf, type WallTime } from './zoned-time.ts';

type Day = Pick<WallTime, 'year' | 'month' | 'day'>;

/** A stretch of whole days; without an end it lasts until now. */
export interface Period {
  /** `2026-11-01` */
  from: string;
  to?: string;
}

const monday = (day: Day) => addDays(day, -((weekdayOf(day) + 6) % 7));
const firstOfMonth = ({ year, month }: Day): Day => ({ year, month, day: 1 });
const firstOfYear = ({ year }: Day): Day => ({ year, month: 1, day: 1 });
const since = (from: Day): Period => ({ from: dateOf(from) });
const until = (from: Day, next: Day): Period => ({ from: dateOf(from), to: dateOf(addDays(next, -1)) });

/** Longer phrases first. */
const PERIODS: [phrases: string[], period: (today: Day) => Period][] = [
  [['this month', 'هذا الشهر', 'الشهر الحالي'], (today) => since(firstOfMonth(today))],
  [['this week', 'هذا الأسبوع', 'الأسبوع الحالي'], (today) => since(monday(today))],
  [['this year', 'هذا العام', 'هذه السنة', 'العام الحالي'], (today) => since(firstOfYear(today))],
  [
    ['last month', 'previous month', 'الشهر الماضي', 'الشهر السابق'],
    (today) => until(firstOfMonth(addDays(firstOfMonth(today), -1)), firstOfMonth(today)),
  ],
  [
    ['last week', 'previous week', 'الأسبوع الماضي', 'الأسبوع السابق'],
    (today) => until(addDays(monday(today), -7), monday(today)),
  ],
  [
    ['last year', 'previous year', 'العام الماضي', 'السنة الماضية'],
    (today) => until({ ...firstOfYear(today), year: today.year - 1 }, firstOfYear(today)),
  ],
  [['yesterday', 'أمس', 'البارحة'], (today) => until(addDays(today, -1), today)],
  [['today', 'اليوم'], since],
];
const LAST_DAYS =
  /(?:^| )(?:last|past|اخر) (\d{1,3}) (day|days|week|weeks|يوم|يوما|ايام|اسابيع|اسبوع)(?: |$)/;

/** The period that a message names, in the days of the org's time zone. */
export function readPeriod(
  normalized: string,
  { now, timezone }: { now: Date; timezone: string },
): Period | undefined {
  const today = wallTimeAt(now, timezone);
  const [, count, unit] = LAST_DAYS.exec(normalized) ?? [];
  if (count && unit) return since(addDays(today, -Number(count) * (/week|سب/.test(unit) ? 7 : 1)));
  const words = normalized.split(' ');
  const named = PERIODS.find(([phrases]) => phrases.some((phrase) => findPhrase(words, phraseWords(phrase))));
  return named?.[1](today);
}
