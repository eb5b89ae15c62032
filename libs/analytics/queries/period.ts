import { isDay, type AnalyticsQuery } from '#contracts/console';
import { dayAfter, dayIn } from '#text';
import { AnalyticsQueryError } from './analytics.errors.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const DAYS_PER_WEEK = 7;
const MAX_DAYS = 800;
const MAX_HOURLY_DAYS = 31;
const MAX_MINUTELY_HOURS = 24;

/** The range of a query: calendar days or timestamps. The end is exclusive. */
export type Period = { kind: 'days'; from: string; to: string } | { kind: 'moments'; from: Date; to: Date };

/**
 * Returns the range of a query. The default is the last `days` up to today, or the last hour for queries by the minute.
 *
 * @throws AnalyticsQueryError for a range that ends before it begins or has too many points for a chart.
 */
export function periodOf(query: AnalyticsQuery, now: Date, timeZone: string): Period {
  const period = namedPeriod(query, now, timeZone);
  const lengthMs = lengthOf(period);
  if (lengthMs <= 0) throw new AnalyticsQueryError('to', 'The range ends before it begins.');
  const most = query.by.includes('minute')
    ? MAX_MINUTELY_HOURS * HOUR_MS
    : (query.by.includes('hour') ? MAX_HOURLY_DAYS : MAX_DAYS) * DAY_MS;
  if (lengthMs > most) {
    const per = query.by.includes('minute') ? 'minutes' : query.by.includes('hour') ? 'hours' : 'days';
    throw new AnalyticsQueryError(
      'from',
      `A range in ${per} is at most ${spoken(most)} long; this one is ${spoken(lengthMs)}.`,
    );
  }
  return period;
}

function namedPeriod({ from, to, days, by }: AnalyticsQuery, now: Date, timeZone: string): Period {
  if (from === undefined) {
    if (by.includes('minute')) return snapped(new Date(now.getTime() - HOUR_MS), now, by);
    const today = dayIn(timeZone, now);
    return { kind: 'days', from: dayAfter(today, 1 - days), to: dayAfter(today, 1) };
  }
  if (isDay(from)) return { kind: 'days', from, to: dayAfter(to ?? dayIn(timeZone, now), 1) };
  return snapped(new Date(from), to === undefined ? now : new Date(to), by);
}

/** Rounds to whole hours, the unit of rollups, or to whole minutes for queries by the minute. */
function snapped(from: Date, to: Date, by: AnalyticsQuery['by']): Period {
  const step = by.includes('minute') ? HOUR_MS / 60 : HOUR_MS;
  return {
    kind: 'moments',
    from: new Date(Math.floor(from.getTime() / step) * step),
    to: new Date(Math.ceil(to.getTime() / step) * step),
  };
}

/** Offset of the previous range: the length of this range, in whole weeks if weeks are compared. */
export function shiftOf(period: Period, by: AnalyticsQuery['by']): { days: number } | { ms: number } {
  if (period.kind === 'moments' && !by.includes('week')) return { ms: lengthOf(period) };
  const days = Math.ceil(lengthOf(period) / DAY_MS);
  return { days: by.includes('week') ? Math.ceil(days / DAYS_PER_WEEK) * DAYS_PER_WEEK : days };
}

export function before(period: Period, shift: ReturnType<typeof shiftOf>): Period {
  if (period.kind === 'days' && 'days' in shift)
    return { kind: 'days', from: dayAfter(period.from, -shift.days), to: dayAfter(period.to, -shift.days) };
  const ms = 'days' in shift ? shift.days * DAY_MS : shift.ms;
  const moment = (at: string | Date) => new Date(new Date(at).getTime() - ms);
  return { kind: 'moments', from: moment(period.from), to: moment(period.to) };
}

/** Maps the key of a day, week, hour or minute of the previous range to the key in this range. */
export function shiftedKey(key: string, shift: ReturnType<typeof shiftOf>): string {
  const ms = 'days' in shift ? shift.days * DAY_MS : shift.ms;
  if (isDay(key)) return dayAfter(key, Math.round(ms / DAY_MS));
  return `${new Date(new Date(key).getTime() + ms).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`;
}

export function lengthOf({ from, to }: Period): number {
  return new Date(to).getTime() - new Date(from).getTime();
}

const spoken = (ms: number) =>
  ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} hours` : `${Math.round(ms / DAY_MS)} days`;
