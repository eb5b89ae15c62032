import type { Temporal } from 'temporal-polyfill';
import { normalizeText } from '../normalize-text.ts';
import { readDay } from './day.ts';
import { readTimeOfDay } from './time-of-day.ts';
import { zonedTime } from './zoned-time.ts';

interface DatetimeOptions {
  now: Date;
  timezone: string;
  /** `date` returns a day, `date-time` a date and time. */
  format: 'date' | 'date-time';
  /** Requires a time in the text. Otherwise a day alone means midnight. */
  needsTime: boolean;
  /** Reads only text after one of these words. */
  after?: readonly string[];
  /** Accepts only past times. */
  past?: boolean | undefined;
}

/** The day or time in a message as ISO 8601, in the time zone of the org. */
export function readDatetimeFill(text: string, options: DatetimeOptions): string | undefined {
  const read = readMoment(text, options);
  if (read === undefined) return undefined;
  return options.past && new Date(read).getTime() > options.now.getTime() ? undefined : read;
}

function readMoment(text: string, options: DatetimeOptions): string | undefined {
  const part = options.after ? behind(text, options.after) : text;
  if (part === undefined) return undefined;
  const { timezone: timeZone } = options;
  const now = zonedTime(options.now, timeZone);
  const today = now.toPlainDate();
  const day = readDay(part, today);
  if (options.format === 'date') return day?.toString();
  const iso = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})\b/.exec(part);
  if (iso) return iso[0];
  const time = readTimeOfDay(part);
  if (!time) return day && !options.needsTime ? isoOf(day.toZonedDateTime(timeZone)) : undefined;
  const passed = time.hour * 60 + time.minute <= now.hour * 60 + now.minute;
  const on = day ?? today.add({ days: passed ? 1 : 0 });
  return isoOf(on.toPlainDateTime(time).toZonedDateTime(timeZone));
}

/** ISO 8601 with the offset, such as `2026-11-24T13:00:00+02:00`. */
function isoOf(at: Temporal.ZonedDateTime): string {
  return at.toString({ timeZoneName: 'never', smallestUnit: 'second' }).replace('+00:00', 'Z');
}

/** The text after the first of the words that it contains. */
function behind(text: string, words: readonly string[]): string | undefined {
  const tokens = text.split(/\s+/);
  const wanted = words.map(normalizeText);
  const index = tokens.findIndex((token) => wanted.includes(normalizeText(token)));
  return index < 0 ? undefined : tokens.slice(index + 1).join(' ');
}
