import { daysApart } from './zoned-time.ts';

/** Since 1973, offsets of time zones are whole quarters of an hour, so that a quarter lies within one day. */
const QUARTER_MS = 900_000;
const FIRST_QUARTER = Date.UTC(1973) / QUARTER_MS;

/**
 * Cached, because creating a format takes about 0.2 ms, fifty times longer than using it, with the day of the last quarter.
 * There are about 600 time zones.
 */
const formats = new Map<string, { format: Intl.DateTimeFormat; quarter: number; day: string }>();

/** The calendar day of a moment in a time zone (IANA name), such as `2026-11-23`. @throws RangeError for an unknown time zone. */
export function dayIn(timeZone: string, at: Date): string {
  const known = formats.get(timeZone);
  const quarter = Math.floor(at.getTime() / QUARTER_MS);
  if (known?.quarter === quarter && quarter >= FIRST_QUARTER) return known.day;
  // Sweden writes dates as ISO 8601 does.
  const format = known?.format ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const day = format.format(at);
  formats.set(timeZone, { format, quarter, day });
  return day;
}

/** Calendar days from one moment to another in a time zone (IANA name): 0 on the same day, negative if `to` is earlier. */
export function daysBetween(timeZone: string, from: Date, to: Date): number {
  return daysApart(dayIn(timeZone, from), dayIn(timeZone, to));
}
