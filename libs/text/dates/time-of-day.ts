import { hoursInDigits, minutesInArabic } from './clock-hours.ts';
import { normalizeText } from '../normalize-text.ts';
import { NUMBER_WORDS } from '../numbers/number-words.ts';
import { valueIn } from '../numbers/value-in.ts';

export interface TimeOfDay {
  hour: number;
  minute: number;
}

const HOUR = String.raw`(\d{1,2}|[a-z]+|[\u0600-\u06FF]+)`;
const MINUTES_PAST: Record<string, number> = { half: 30, quarter: 15, ten: 10, twenty: 20, five: 5 };
const AFTERNOON = /(?:^|\s)(?:pm|p m|afternoon|evening|عصرا|مساء|مسا|ظهرا|بعد الظهر|العصر|المسا)(?:\s|$)/;
/** "4:30 م" is 4:30 pm. */
const ARABIC_HALF = /(:\d\d) ?([صم])(?=\s|$)/g;
const MORNING = /(?:^|\s)(?:am|a m|morning|صباحا|الصباح|فجرا)(?:\s|$)/;
/** Hours up to this one without am or pm are in the afternoon, because appointments at 4 in the morning are unlikely. */
const LAST_AFTERNOON_HOUR = 7;

/** "10.30" is a time only with another indication, because amounts and rates look the same. */
const DOTTED =
  /(?<![\d.,:])(\d{1,2})\.([0-5]\d)(?![\d.,:%]|\s?(?:percent|per cent|k\b|m\b|million|thousand|euros?|eur|€))/g;
const TIME_CONTEXT = /\b(?:at|by|from|until|before|after)\s$|(?:^|\s)[بو]?الساعه\s$/;

function withColons(normalized: string): string {
  return normalized.replace(DOTTED, (written, hour: string, minute: string, at: number, whole: string) => {
    const isTime =
      TIME_CONTEXT.test(whole.slice(0, at)) || /^\s?[ap]m\b/.test(whole.slice(at + written.length));
    return isTime ? `${hour}:${minute}` : written;
  });
}

/** A time of day: 10:30, 10.30, 3pm, half past ten, "at 4", noon, الساعة 4 عصرا. Undefined when the text names none. */
export function readTimeOfDay(text: string): TimeOfDay | undefined {
  const normalized = withColons(
    hoursInDigits(normalizeText(text))
      .replace(/(\d)\s?([ap])\s?m\b/g, '$1 $2m')
      .replace(ARABIC_HALF, (_, minutes: string, half: string) => `${minutes} ${half === 'م' ? 'pm' : 'am'}`),
  );
  if (/\b(?:noon|midday)\b/.test(normalized)) return { hour: 12, minute: 0 };
  if (/\bmidnight\b/.test(normalized)) return { hour: 0, minute: 0 };
  const clock = /(?<![\d:])(\d{1,2}):(\d{2})(?![\d:])/.exec(normalized);
  if (clock) return inHalf(Number(clock[1]), Number(clock[2]), normalized, true);
  const worded = /\b(half|quarter|ten|twenty|five) (past|to) (\w+)/.exec(normalized);
  const hour = worded ? hourOf(worded[3] ?? '') : undefined;
  if (worded && hour !== undefined) {
    const minutes = valueIn(MINUTES_PAST, worded[1]) ?? 0;
    return worded[2] === 'past'
      ? inHalf(hour, minutes, normalized)
      : inHalf(hour - 1, 60 - minutes, normalized);
  }
  const said =
    /\b(\d{1,2}) (?:am|pm)\b/.exec(normalized) ??
    new RegExp(`\\bat ${HOUR}(?! ?(?:%|percent|per cent|[\\d.,]))(?=\\s|$)`).exec(normalized) ??
    new RegExp(`(?:^|\\s)[بو]?الساعه ${HOUR}(?=\\s|$)`).exec(normalized);
  const stated = said ? hourOf(said[1] ?? '') : undefined;
  if (stated === undefined) return undefined;
  const minutes = minutesInArabic(normalized);
  return minutes < 0
    ? inHalf(stated === 1 ? 12 : stated - 1, 60 + minutes, normalized)
    : inHalf(stated, minutes, normalized);
}

function hourOf(word: string): number | undefined {
  const hour = /^\d+$/.test(word) ? Number(word) : valueIn(NUMBER_WORDS, word);
  return hour !== undefined && hour <= 23 ? hour : undefined;
}

function inHalf(hour: number, minute: number, normalized: string, written = false): TimeOfDay | undefined {
  if (hour > 23 || minute > 59) return undefined;
  if (hour > 12 || hour === 0) return { hour, minute };
  if (AFTERNOON.test(normalized)) return { hour: hour === 12 ? 12 : hour + 12, minute };
  if (MORNING.test(normalized)) return { hour: hour === 12 ? 0 : hour, minute };
  const afternoon = !written && hour <= LAST_AFTERNOON_HOUR;
  return { hour: afternoon ? hour + 12 : hour, minute };
}
