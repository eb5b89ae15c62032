/** Locale-aware formatting of numbers and dates and comparison of strings, which the engine lacks. */

const LOCALE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;
const TIME_ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/;
/** A time in the results of tools. */
const LOCAL_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?:[+-]\d\d:\d\d)? [A-Za-z][\w/+-]*$/;
const CURRENCY = /^[A-Z]{3}$/;
const MAX_TIME_ZONE_CHARACTERS = 40;
const DATE_STYLES = ['full', 'long', 'medium', 'short'] as const;

type Options = Record<string, unknown>;

/** Invalid arguments of a helper. The message describes the mistake. */
class UsageError extends Error {}

/** `[number, { locale, decimals, currency, percent }]` as JSON → `=text`, or `!` and an error message. */
export const formatNumber = helper(([value, given]) => {
  const options = optionsOf(given);
  const decimals = options.decimals;
  if (
    decimals !== undefined &&
    !(Number.isInteger(decimals) && Number(decimals) >= 0 && Number(decimals) <= 20)
  )
    throw new UsageError('decimals is a whole number from 0 to 20');
  const currency = matching(options, 'currency', CURRENCY, 'three capital letters');
  return new Intl.NumberFormat(localeOf(options.locale), {
    style: currency ? 'currency' : options.percent === true ? 'percent' : 'decimal',
    ...(currency ? { currency } : {}),
    ...(decimals === undefined
      ? {}
      : { minimumFractionDigits: Number(decimals), maximumFractionDigits: Number(decimals) }),
  }).format(Number(value ?? Number.NaN));
});

/**
 * `[date, { locale, timeZone, date, time }]` as JSON → `=text`; no date means `nowMs`. A local time with its zone, such as
 * `2026-11-30T09:00 Asia/Nicosia`, is shown as it is written.
 */
export const formatDate = helper(([value, more], nowMs) => {
  const options = optionsOf(more);
  const [, written] = (typeof value === 'string' && LOCAL_TIME.exec(value)) || [];
  const given = written === undefined ? value : `${written}Z`;
  const moment = new Date(typeof given === 'number' || typeof given === 'string' ? given : nowMs);
  if (Number.isNaN(moment.getTime())) throw new UsageError('the value is a date as text or in milliseconds');
  const asked = matching(options, 'timeZone', TIME_ZONE, 'a name such as Asia/Nicosia');
  const timeZone = written === undefined ? (asked ?? 'UTC') : 'UTC';
  if (timeZone.length > MAX_TIME_ZONE_CHARACTERS) throw new UsageError('timeZone is too long');
  const timeStyle = styleOf(options, 'time');
  const dateStyle = styleOf(options, 'date') ?? (timeStyle ? undefined : 'medium');
  return new Intl.DateTimeFormat(localeOf(options.locale), { timeZone, dateStyle, timeStyle }).format(moment);
});

/** `[text, text, locale]` as JSON → `=-1`, `=0` or `=1`, in the order of the language. Numbers are compared by value. */
export const compareTexts = helper(([a, b, locale]) => {
  const order = collatorOf(localeOf(locale)).compare(String(a), String(b));
  return String(Math.sign(order));
});

const collators = new Map<string, Intl.Collator>();
const MAX_COLLATORS = 50;

/** Caches collators, because creating one is far slower than a comparison, and sorting compares thousands of times. */
function collatorOf(locale: string): Intl.Collator {
  const known = collators.get(locale);
  if (known) return known;
  if (collators.size >= MAX_COLLATORS) collators.clear();
  const made = new Intl.Collator(locale, { numeric: true });
  collators.set(locale, made);
  return made;
}

function helper(
  work: (values: unknown[], nowMs: number) => string,
): (json: string, nowMs?: number) => string {
  return (json, nowMs = 0) => {
    try {
      return `=${work(JSON.parse(json) as unknown[], nowMs)}`;
    } catch (error) {
      // The runtime's own errors about unknown locales, zones and currencies are plain sentences without paths.
      if (error instanceof UsageError || error instanceof RangeError) return `!${error.message}`;
      throw error;
    }
  };
}

function optionsOf(given: unknown): Options {
  return typeof given === 'object' && given !== null ? (given as Options) : {};
}

function matching(options: Options, key: string, pattern: RegExp, what: string): string | undefined {
  const value = options[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || !pattern.test(value)) throw new UsageError(`${key} is ${what}`);
  return value;
}

function localeOf(locale: unknown): string {
  if (locale === undefined || locale === null) return 'en-US';
  if (typeof locale !== 'string' || !LOCALE.test(locale))
    throw new UsageError('locale is a name such as en-GB');
  return locale;
}

function styleOf(options: Options, key: string): (typeof DATE_STYLES)[number] | undefined {
  const value = options[key];
  if (value === undefined || value === null || value === false) return undefined;
  const style = DATE_STYLES.find((one) => one === value);
  if (!style) throw new UsageError(`${key} is one of ${DATE_STYLES.join(', ')}`);
  return style;
}
