/** A local date and time without an offset; `month` is 1 to 12. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;

/** The local time in a time zone at a moment. */
export function wallTimeAt(moment: Date, timezone: string): WallTime {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(moment);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    hour: read('hour'),
    minute: read('minute'),
  };
}

/** A local time as ISO 8601 with the offset of the zone at that time, such as `2026-11-24T13:00:00+02:00`. */
export function isoOf(wall: WallTime, timezone: string): string {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute);
  // The estimate may be on the other side of a daylight saving change, so the offset is looked up twice.
  let offset = offsetMinutes(asUtc, timezone);
  offset = offsetMinutes(asUtc - offset * MS_PER_MINUTE, timezone);
  const sign = offset < 0 ? '-' : '+';
  const shown = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map(twoDigits).join(':');
  return `${dateOf(wall)}T${twoDigits(wall.hour)}:${twoDigits(wall.minute)}:00${offset === 0 ? 'Z' : sign + shown}`;
}

/** ISO 8601 date, such as `2026-11-24`. */
export function dateOf({ year, month, day }: Pick<WallTime, 'year' | 'month' | 'day'>): string {
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** Adds calendar days; the time of day does not change. */
export function addDays<Day extends Pick<WallTime, 'year' | 'month' | 'day'>>(day: Day, days: number): Day {
  const moved = new Date(Date.UTC(day.year, day.month - 1, day.day) + days * MS_PER_DAY);
  return { ...day, year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
}

/** Day of the week; 0 is Sunday. */
export function weekdayOf({ year, month, day }: Pick<WallTime, 'year' | 'month' | 'day'>): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

/** Minutes by which the zone is ahead of UTC at a moment. */
export function offsetMinutes(utcMs: number, timezone: string): number {
  const wall = wallTimeAt(new Date(utcMs), timezone);
  const shown = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute);
  return Math.round((shown - Math.floor(utcMs / MS_PER_MINUTE) * MS_PER_MINUTE) / MS_PER_MINUTE);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
