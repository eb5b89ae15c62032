import type { Temporal } from 'temporal-polyfill';
import { findPhrase, phraseWords } from '#text';

type Day = Temporal.PlainDate;

/** A condition on a day, such as `2026-11-01`, both ends included. */
export type Period = { op: 'gte'; value: string } | { op: 'between'; value: [string, string] };

const addDays = (day: Day, days: number) => day.add({ days });
const monday = (day: Day) => addDays(day, 1 - day.dayOfWeek);
const monthOf = (day: Day, months = 0) => day.with({ day: 1 }).add({ months });
const yearOf = (day: Day, years = 0) => day.with({ month: 1, day: 1 }).add({ years });

/** Names of periods with their first day and the day after their last. Longer phrases come first. */
const PERIODS: [phrases: string[], from: (today: Day) => Day, next: (today: Day) => Day][] = [
  [['next month', 'الشهر القادم'], (day) => monthOf(day, 1), (day) => monthOf(day, 2)],
  [['this month', 'هذا الشهر'], (day) => monthOf(day), (day) => monthOf(day, 1)],
  [['last month', 'الشهر الماضي'], (day) => monthOf(day, -1), (day) => monthOf(day)],
  [['next week', 'الأسبوع القادم'], (day) => addDays(monday(day), 7), (day) => addDays(monday(day), 14)],
  [['this week', 'هذا الأسبوع'], (day) => monday(day), (day) => addDays(monday(day), 7)],
  [['last week', 'الأسبوع الماضي'], (day) => addDays(monday(day), -7), (day) => monday(day)],
  [['this year', 'هذا العام', 'هذه السنة'], (day) => yearOf(day), (day) => yearOf(day, 1)],
  [['last year', 'العام الماضي', 'السنة الماضية'], (day) => yearOf(day, -1), (day) => yearOf(day)],
  [['yesterday', 'أمس'], (day) => addDays(day, -1), (day) => day],
  [['tomorrow', 'غدا'], (day) => addDays(day, 1), (day) => addDays(day, 2)],
  [['today', 'اليوم'], (day) => day, (day) => addDays(day, 1)],
];

/**
 * The period in a message, with its phrase. A current period has no end, unless its rows may be in the future (`ahead`):
 * deals that close this month include those until its last day.
 */
export function readPeriod(
  words: readonly string[],
  today: Day,
  { ahead }: { ahead: boolean },
): { period: Period; phrase: string } | undefined {
  for (const [phrases, from, next] of PERIODS) {
    const phrase = phrases.find((name) => findPhrase(words, phraseWords(name)));
    if (phrase === undefined) continue;
    const [first, last] = [String(from(today)), String(addDays(next(today), -1))];
    const isRunning = first <= String(today) && last >= String(today);
    return {
      phrase,
      period: isRunning && !ahead ? { op: 'gte', value: first } : { op: 'between', value: [first, last] },
    };
  }
  return undefined;
}
