/** Formats numbers and times. All functions are pure. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** Between a number and its unit: broken over two lines, `95` and `%` would be misread. */
const NO_BREAK = '\u00A0';

export const NONE = '–';

/** A duration with about three digits: `0.4 ms`, `37 ms`, `1.24 s`, `2 min 05 s`, `3 h 10 min`. */
export function formatDuration(milliseconds: number | null | undefined): string {
  if (milliseconds === null || milliseconds === undefined || !Number.isFinite(milliseconds)) return NONE;
  if (milliseconds < 0) return NONE;
  if (milliseconds < 9.95) return `${trim(milliseconds, 1)}${NO_BREAK}ms`;
  if (milliseconds < 999.5) return `${Math.round(milliseconds)}${NO_BREAK}ms`;
  if (milliseconds < 9_995) return `${(milliseconds / SECOND_MS).toFixed(2)}${NO_BREAK}s`;
  if (milliseconds < 59_950) return `${(milliseconds / SECOND_MS).toFixed(1)}${NO_BREAK}s`;
  const seconds = Math.round(milliseconds / SECOND_MS);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}${NO_BREAK}min ${pad(seconds % 60)}${NO_BREAK}s`;
  const minutes = Math.round(milliseconds / MINUTE_MS);
  return `${Math.floor(minutes / 60)}${NO_BREAK}h ${pad(minutes % 60)}${NO_BREAK}min`;
}

/** Dollars with more digits for small amounts: `$0`, `$0.000042`, `$0.0123`, `$12.40`. */
export function formatCost(usd: number | null | undefined): string {
  if (usd === null || usd === undefined || !Number.isFinite(usd)) return NONE;
  if (usd === 0) return '$0';
  if (usd < 0) return `−${formatCost(-usd)}`;
  if (usd >= 1)
    return `$${usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
  if (usd < 0.000_000_1) return '<$0.0000001';
  const digits = Math.min(7, Math.max(2, 2 - Math.floor(Math.log10(usd))));
  return `$${usd.toFixed(digits).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
}

/** A share from 0 to 1 as `97.3 %`, rounded down, so that a value just below a target does not appear to meet it. */
export function formatShare(share: number | null | undefined): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return NONE;
  // 0.57 × 100 is 56.99999….
  return formatPercent(signed(Math.floor(Math.abs(share) * 1_000 + 1e-6) / 10, share));
}

/** A percentage without rounding: `12.5` is `12.5 %`. */
export function formatPercent(percent: number | string): string {
  return `${percent}${NO_BREAK}%`;
}

/** With the minus sign, which is as wide as a digit. */
function signed(size: number, of: number): string {
  return of < 0 && size > 0 ? `−${size}` : String(size);
}

/** Whole numbers with thousands separators, shortened from ten thousand: `812`, `4,096`, `12.4k`, `3.1M`. */
export function formatCount(count: number | null | undefined): string {
  if (count === null || count === undefined || !Number.isFinite(count)) return NONE;
  if (count < 0) return `−${formatCount(-count)}`;
  // toLocaleString creates a formatter per cell, which took a third of a list's time.
  if (count < 10_000) return String(Math.round(count)).replace(/(\d)(\d{3})$/, '$1,$2');
  if (count < 999_950) return `${trim(count / 1_000, 1)}k`;
  return `${trim(count / 1_000_000, 1)}M`;
}

/** All digits of a number, grouped: `25,000`, `1,250.5`. */
export function formatExact(value: number): string {
  const [whole = '', ...decimals] = String(value).split('.');
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.');
}

/**
 * Relative time: `now`, `12 s ago`, `4 min ago`, `3 h ago`, `2 d ago`, `in 23 h`; a date from a week on.
 * Clocks differ by seconds between machines, so a time slightly in the future is `now`.
 */
export function formatRelative(moment: Date, now: Date): string {
  const age = now.getTime() - moment.getTime();
  if (age > -5 * SECOND_MS && age < 2 * SECOND_MS) return 'now';
  if (Math.abs(age) >= WEEK_MS) return formatDay(moment, now);
  return age < 0 ? `in ${span(-age)}` : `${span(age)} ago`;
}

/** A duration in its largest whole unit. */
function span(milliseconds: number): string {
  if (milliseconds < MINUTE_MS) return `${Math.floor(milliseconds / SECOND_MS)} s`;
  if (milliseconds < HOUR_MS) return `${Math.floor(milliseconds / MINUTE_MS)} min`;
  if (milliseconds < DAY_MS) return `${Math.floor(milliseconds / HOUR_MS)} h`;
  return `${Math.floor(milliseconds / DAY_MS)} d`;
}

let days: { ofThisYear: Intl.DateTimeFormat; ofAnother: Intl.DateTimeFormat } | undefined;

function formatDay(moment: Date, now: Date): string {
  days ??= {
    ofThisYear: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }),
    ofAnother: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }),
  };
  const sameYear = moment.getFullYear() === now.getFullYear();
  return (sameYear ? days.ofThisYear : days.ofAnother).format(moment);
}

/** A calendar day, `2026-11-20`, as `20 Nov`. The server decided its time zone. */
export function formatCalendarDay(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
}

/** The time to the millisecond in the viewer's zone, with the zone's name. */
export function formatAbsolute(moment: Date, timeZone?: string): string {
  return moment.toLocaleString('en-GB', {
    timeZone,
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    timeZoneName: 'short',
  });
}

/** The same time in UTC: `2026-11-20 08:15:04.123 UTC`. */
export function formatUtc(moment: Date): string {
  return moment.toISOString().replace('T', ' ').replace('Z', ' UTC');
}

/** The end of an id, which differs between UUIDs of the same minute. */
export function shortId(id: string): string {
  return id.length <= 12 ? id : `…${id.slice(-8)}`;
}

/** Milliseconds between two times; null if one is missing. */
export function elapsedMs(from: string | null, to: string | null): number | null {
  if (!from || !to) return null;
  return new Date(to).getTime() - new Date(from).getTime();
}

function trim(value: number, digits: number): string {
  return value.toFixed(digits).replace(/\.?0+$/, '');
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

/** A count with its noun: `1 turn`, `2.1k turns`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
