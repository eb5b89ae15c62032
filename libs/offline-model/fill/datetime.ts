import { normalizedWords, normalizeText } from '#text';
import { correctionIn } from './corrected.ts';
import { numericDay, readDay } from './day.ts';
import { readTimeOfDay } from './time-of-day.ts';
import { addDays, dateOf, isoOf, wallTimeAt } from './zoned-time.ts';

export interface DatetimeOptions {
  now: Date;
  timezone: string;
  /** `date` gives a day; `date-time` a moment. */
  format: 'date' | 'date-time';
  /** Whether a moment must have been named with its time; otherwise a day alone begins at midnight. */
  needsTime: boolean;
  /** Only what stands behind one of these words is read. */
  after?: readonly string[];
  /** Only what has passed is read. */
  past?: boolean | undefined;
  /** Only today and what is to come is read. */
  ahead?: boolean | undefined;
  /** The day of a time without one, as YYYY-MM-DD; not taken where it has passed. */
  day?: unknown;
}

const DAY_MS = 86_400_000;
const SENTENCE_END = /[.!?؟;؛](?=\s|$)|\n/;
const OPENS_MOMENT =
  /^(?:\d.*|at|half|quarter|ten|twenty|five|day|next|this|بعد|[وب]?الساعه|ال?اسبوع|ال?شهر)$/;
/** "Half past ten", "day after tomorrow". */
const MOST_WORDS_OF_MOMENT = 3;
/** Whether a text names a day does not depend on the day when it does. */
const ANY_DAY = { year: 2026, month: 1, day: 1 };

/** A day or moment that the message names, in the org's time zone, as ISO 8601. */
export function readDatetimeFill(text: string, options: DatetimeOptions): string | undefined {
  const read = readMoment(text, options);
  if (read === undefined) return undefined;
  const at = new Date(read).getTime();
  const now = options.now.getTime();
  if (options.past && at > now) return undefined;
  // Today without a time is its midnight.
  return options.ahead && at <= now - DAY_MS ? undefined : read;
}

function readMoment(text: string, options: DatetimeOptions): string | undefined {
  const part = options.after ? behind(text, options.after) : text;
  if (part === undefined) return undefined;
  const now = wallTimeAt(options.now, options.timezone);
  const { before, after } = correctionIn(part, wordsOfMoment) ?? { before: part, after: '' };
  // What is said in later sentences sets nothing right.
  const [corrected = '', ...later] = after.split(SENTENCE_END);
  const day = readDay(corrected, now) ?? readDay(before, now);
  if (options.format === 'date') return day && dateOf(day);
  const iso = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})\b/.exec(part);
  if (iso) return iso[0];
  const time = readTimeOfDay(corrected) ?? readTimeOfDay(before) ?? readTimeOfDay(later.join(' '));
  if (!time)
    return day && !options.needsTime ? isoOf({ ...day, hour: 0, minute: 0 }, options.timezone) : undefined;
  const known = typeof options.day === 'string' ? numericDay(options.day) : undefined;
  if (!day && known && dateOf(known) >= dateOf(now)) return isoOf({ ...known, ...time }, options.timezone);
  const passed = time.hour * 60 + time.minute <= now.hour * 60 + now.minute;
  return isoOf({ ...(day ?? addDays(now, passed ? 1 : 0)), ...time }, options.timezone);
}

/** How many words the day or the time takes that the text begins with. */
function wordsOfMoment(text: string): number {
  const words = normalizedWords(text);
  if (!OPENS_MOMENT.test(words[0] ?? '') && !isMoment(words[0] ?? '')) return 0;
  const lengths = Array.from({ length: MOST_WORDS_OF_MOMENT }, (_, index) => index + 1);
  return lengths.find((length) => isMoment(words.slice(0, length).join(' '))) ?? 0;
}

function isMoment(text: string): boolean {
  return readDay(text, ANY_DAY) !== undefined || readTimeOfDay(text) !== undefined;
}

/** What stands behind the first of the words that the text holds. */
function behind(text: string, words: readonly string[]): string | undefined {
  const tokens = text.split(/\s+/);
  const wanted = words.map(normalizeText);
  const index = tokens.findIndex((token) => wanted.includes(normalizeText(token)));
  return index < 0 ? undefined : tokens.slice(index + 1).join(' ');
}
