import { findPhrase, normalizeText, phraseWords, type PhrasePlace } from '#text';
import type { ReadMessage } from '../message.ts';
import { monthAt, numericDay, weekdayAt } from './day.ts';
import type { UsedWords } from './used-words.ts';
import { addDays, dateOf, wallTimeAt, weekdayOf, type WallTime } from './zoned-time.ts';

type Day = Pick<WallTime, 'year' | 'month' | 'day'>;

/** Which days are meant: all of each, such as `2026-11-01`. */
export type Period =
  { op: 'gte' | 'gt' | 'lte' | 'lt'; value: string } | { op: 'between'; value: [string, string] };

const monday = (day: Day) => addDays(day, -((weekdayOf(day) + 6) % 7));
const firstOfMonth = ({ year, month }: Day): Day => ({ year, month, day: 1 });
const firstOfNextMonth = ({ year, month }: Day): Day =>
  month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 };
const firstOfYear = ({ year }: Day): Day => ({ year, month: 1, day: 1 });
const until = (from: Day, next: Day): Period => ({
  op: 'between',
  value: [dateOf(from), dateOf(addDays(next, -1))],
});

/** A span that has begun ends today, but for what may lie ahead. */
interface Running {
  from: Day;
  next: Day;
}
type Named = Period | Running;

const firstOfNextYear = ({ year }: Day): Day => ({ year: year + 1, month: 1, day: 1 });

/** Longer phrases first. */
const PERIODS: [phrases: string[], period: (today: Day) => Named][] = [
  [
    ['next month', 'coming month', 'الشهر القادم', 'الشهر المقبل'],
    (today) => until(firstOfNextMonth(today), firstOfNextMonth(firstOfNextMonth(today))),
  ],
  [
    ['next week', 'coming week', 'الأسبوع القادم', 'الأسبوع المقبل'],
    (today) => until(addDays(monday(today), 7), addDays(monday(today), 14)),
  ],
  [
    ['next year', 'العام القادم', 'السنة القادمة', 'العام المقبل'],
    (today) => until(firstOfNextYear(today), { ...firstOfNextYear(today), year: today.year + 2 }),
  ],
  [
    ['this month', 'هذا الشهر', 'الشهر الحالي'],
    (today) => ({ from: firstOfMonth(today), next: firstOfNextMonth(today) }),
  ],
  [
    ['this week', 'هذا الأسبوع', 'الأسبوع الحالي'],
    (today) => ({ from: monday(today), next: addDays(monday(today), 7) }),
  ],
  [
    ['this year', 'هذا العام', 'هذه السنة', 'العام الحالي'],
    (today) => ({ from: firstOfYear(today), next: firstOfNextYear(today) }),
  ],
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
  [['day after tomorrow', 'بعد غد', 'بعد الغد'], (today) => until(addDays(today, 2), addDays(today, 3))],
  [['tomorrow', 'غدا', 'بكرا', 'بكره'], (today) => until(addDays(today, 1), addDays(today, 2))],
  [['today', 'اليوم'], (today) => ({ from: today, next: addDays(today, 1) })],
];
const LAST_DAYS =
  /(?<=^| )(?:last|past|اخر) (\d{1,3}) (day|days|week|weeks|يوم|يوما|ايام|اسابيع|اسبوع)(?= |$)/;
const DATE = /(?<![\d-])(?:\d{4}-\d{2}-\d{2}|\d{1,2}[/.]\d{1,2}[/.]\d{4})(?![\d-])/g;
const JOINER = /^\s*(?:and|to|until|till|through|-|–|—|و|إلى|الى|حتى)\s*$/i;
/** What stands right before a date, and what it makes of it. */
const BOUNDS: [op: 'gte' | 'gt' | 'lte' | 'lt', words: RegExp][] = [
  ['gte', /(?:since|from|starting(?: on)?|on or after|منذ|من|ابتداء من)$/],
  ['lte', /(?:until|till|up to|through|on or before|حتي|لغايه|الي)$/],
  ['gt', /(?:after|بعد)$/],
  ['lt', /(?:before|قبل)$/],
];
const AROUND_DATES = /(?:between|from|on|in|بين|من|في|يوم)$/;

interface Clock {
  now: Date;
  timezone: string;
}

/** How the records count time: what may lie ahead is meant to the end of a week or month. */
interface Counting {
  ahead: boolean;
}

/** The period that a message names, in the days of the org's time zone; its words are marked as used. */
export function readPeriod(
  message: ReadMessage,
  { now, timezone }: Clock,
  used: UsedWords,
  counting: Counting = { ahead: false },
): Period | undefined {
  const today = wallTimeAt(now, timezone);
  return (
    datedPeriod(message, used) ??
    lastDays(message, today, used) ??
    namedPeriod(message, today, used, counting) ??
    weekday(message, today, used, counting) ??
    monthOrYear(message, today, used, counting)
  );
}

interface DateFound {
  day: string;
  start: number;
  end: number;
}

/** "between 2026-11-19 and 2026-11-20", "since 01/11/2026", "on 2026-11-19". */
function datedPeriod({ text }: ReadMessage, used: UsedWords): Period | undefined {
  const dates = [...text.matchAll(DATE)].flatMap(({ 0: written, index }): DateFound[] => {
    const day = numericDay(written);
    return day ? [{ day: dateOf(day), start: index, end: index + written.length }] : [];
  });
  const [first, second] = dates;
  if (!first) return undefined;
  const before = normalizeText(text.slice(0, first.start));
  if (second && JOINER.test(text.slice(first.end, second.start))) {
    markDates(text, used, first.start, second.end, AROUND_DATES);
    const [low, high] = [first.day, second.day].sort() as [string, string];
    return { op: 'between', value: [low, high] };
  }
  const bound = BOUNDS.find(([, pattern]) => pattern.test(before));
  markDates(text, used, first.start, first.end, bound?.[1] ?? AROUND_DATES);
  return bound ? { op: bound[0], value: first.day } : { op: 'between', value: [first.day, first.day] };
}

/** The dates, with the words right before them that say how they are meant. */
function markDates(text: string, used: UsedWords, start: number, end: number, before: RegExp): void {
  const place = used.placeOfText(start, text.slice(start, end));
  const lead = before.exec(normalizeText(text.slice(0, start)))?.[0];
  used.mark({ start: place.start - (lead?.split(' ').length ?? 0), end: place.end });
}

function lastDays({ normalized }: ReadMessage, today: Day, used: UsedWords): Period | undefined {
  const found = LAST_DAYS.exec(normalized);
  const [written, count, unit] = found ?? [];
  if (!found || !written || !count || !unit) return undefined;
  const start = normalized.slice(0, found.index).split(' ').length - 1;
  used.mark({ start, end: start + written.split(' ').length });
  return { op: 'gte', value: dateOf(addDays(today, -Number(count) * (/week|سب/.test(unit) ? 7 : 1))) };
}

function namedPeriod(
  { words }: ReadMessage,
  today: Day,
  used: UsedWords,
  { ahead }: Counting,
): Period | undefined {
  for (const [phrases, period] of PERIODS) {
    const place = phrases
      .map((phrase) => findPhrase(words, phraseWords(phrase)))
      .find((found): found is PhrasePlace => found !== undefined);
    if (!place) continue;
    used.mark(place);
    const named = period(today);
    if ('op' in named) return named;
    return ahead ? until(named.from, named.next) : { op: 'gte', value: dateOf(named.from) };
  }
  return undefined;
}

/** "On Friday": the next one of what lies ahead, else the last one. */
function weekday(
  { words }: ReadMessage,
  today: Day,
  used: UsedWords,
  { ahead }: Counting,
): Period | undefined {
  const found = weekdayAt([...words]);
  if (!found) return undefined;
  const days = (found.weekday - weekdayOf(today) + 7) % 7;
  const day = addDays(today, ahead ? days : days - 7 + (days === 0 ? 7 : 0));
  const lead = ['on', 'this', 'next', 'coming', 'for', 'يوم'].includes(words[found.start - 1] ?? '') ? 1 : 0;
  used.mark({ start: found.start - lead, end: found.end });
  return until(day, addDays(day, 1));
}

/** "in October", "in October 2026", "in 2025", not "12 October". A month without a year is the last one of that name, or the next one of
 * what lies ahead. */
function monthOrYear(
  { words }: ReadMessage,
  today: Day,
  used: UsedWords,
  { ahead }: Counting,
): Period | undefined {
  const month = monthAt(words);
  const yearAt = words.findIndex(
    (word, at) => /^20\d\d$/.test(word) && (at === month?.end || YEAR_LEADS.has(words[at - 1] ?? '')),
  );
  const year = yearAt < 0 ? undefined : Number(words[yearAt]);
  if (month) {
    const numbered = [words[month.start - 1], words[month.end]].some((word) =>
      /^\d{1,2}(?:st|nd|rd|th)?$/.test(word ?? ''),
    );
    if (numbered) return undefined;
    used.mark({ start: month.start, end: yearAt === month.end ? yearAt + 1 : month.end });
    const own = yearAt === month.end ? year : undefined;
    const other = ahead ? (month.month < today.month ? 1 : 0) : month.month > today.month ? -1 : 0;
    const first = { year: own ?? today.year + other, month: month.month, day: 1 };
    return until(first, firstOfNextMonth(first));
  }
  if (year === undefined) return undefined;
  used.mark({ start: yearAt - 1, end: yearAt + 1 });
  return until({ year, month: 1, day: 1 }, { year: year + 1, month: 1, day: 1 });
}
const YEAR_LEADS = new Set(['in', 'during', 'عام', 'سنه', 'في']);
