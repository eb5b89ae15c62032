import { Temporal } from 'temporal-polyfill';

// The one place that converts between moments and the calendars of time zones. A local time that a clock skips is moved
// on by the length of the gap (02:30 becomes 03:30), one that comes twice is the first; a day begins with its first
// moment, which need not be midnight. These are the defaults of Temporal, the same on both sides of Greenwich.

/** The calendar and the clock of a time zone (IANA name) at a moment. */
export function zonedTime(at: Date, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
}

/**
 * The moment of an ISO 8601 text, or of one that {@link localTime} wrote. Without an offset it is local time of the zone
 * that it names, else of `timezone`.
 *
 * @throws RangeError for any other text.
 */
export function momentOf(text: string, timezone: string): Date {
  const named = text.replace(/ ([A-Za-z]\S*)$/, '[$1]');
  const zoned = named.endsWith(']') ? named : `${named}[${timezone}]`;
  return dateOf(Temporal.ZonedDateTime.from(zoned, { offset: 'use' }));
}

/** True for a date with a time of day that {@link momentOf} reads. */
export function isMoment(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/i.test(text)) return false;
  try {
    momentOf(text, 'UTC');
    return true;
  } catch {
    return false;
  }
}

/**
 * A moment as people of a time zone speak of it: `2026-11-30T09:00 Asia/Nicosia`, to the minute. Its offset is added if
 * the clock shows that time twice and this is the second time.
 */
export function localTime(at: Date, timezone: string): string {
  const zoned = zonedTime(at, timezone);
  const local = zoned.toPlainDateTime();
  const isSecond = local.toZonedDateTime(timezone).offset !== zoned.offset;
  return `${local.toString({ smallestUnit: 'minute' })}${isSecond ? zoned.offset : ''} ${timezone}`;
}

/** The first moment of a calendar day, such as `2026-11-30`, in a time zone. */
export function startOfDay(day: string, timezone: string): Date {
  return dateOf(Temporal.PlainDate.from(day).toZonedDateTime(timezone));
}

/** The calendar day `days` after another. */
export function dayAfter(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** Calendar days from one to another; negative if `to` is earlier. */
export function daysApart(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to).days;
}

function dateOf({ epochMilliseconds }: { epochMilliseconds: number }): Date {
  return new Date(epochMilliseconds);
}
