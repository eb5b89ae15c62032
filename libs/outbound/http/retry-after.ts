/** Maximum wait; a longer `Retry-After` is reduced to it. */
const MOST_MS = 24 * 3_600_000;

/** Lower numbers are waits. So many seconds are 31 years, so that a higher one is a moment after 1970, in seconds or ms. */
const FIRST_MOMENT_S = 1e9;
const FIRST_MOMENT_MS = 1e12;

/** Seconds, also the first of several headers. */
const NUMBER = /^(\d+(?:\.\d+)?)(?:, .*)?$/;
/** The dates of RFC 9110, and ISO 8601. `Date.parse` alone would read any text with a number, such as `-5`, as a date. */
const DATE =
  /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? [\w -]*\d\d:\d\d:\d\d[\w +]*$|^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/i;
const ZONE = /(?:GMT|UTC|Z|[+-]\d\d:?\d\d)$/i;

/**
 * Returns the wait of a `Retry-After` header, which has seconds or a date (RFC 9110); undefined if it has neither.
 * Fractions, which some servers send, are rounded up to whole seconds. A date without a zone is in GMT; some servers send
 * it as seconds or milliseconds since 1970.
 */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  const [, seconds] = NUMBER.exec(text) ?? [];
  const number = Number(seconds ?? Number.NaN);
  if (number < FIRST_MOMENT_S) return Math.min(Math.ceil(number) * 1_000, MOST_MS);
  if (seconds === undefined && !DATE.test(text)) return undefined;
  const at = number < FIRST_MOMENT_MS ? number * 1_000 : number;
  const waitMs =
    (seconds === undefined ? Date.parse(ZONE.test(text) ? text : `${text} GMT`) : at) - now.getTime();
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(0, waitMs), MOST_MS);
}
