/** Maximum wait; a longer `Retry-After` is reduced to it. */
const MOST_MS = 24 * 3_600_000;

/** Seconds, also the first of several headers. */
const NUMBER = /^(\d+(?:\.\d+)?)(?:, .*)?$/;
/** The dates of RFC 9110, and ISO 8601. `Date.parse` alone would read any text with a number, such as `-5`, as a date. */
const DATE =
  /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? [\w -]*\d\d:\d\d:\d\d[\w +]*$|^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/i;
const ZONE = /(?:GMT|UTC|Z|[+-]\d\d:?\d\d)$/i;

/**
 * Returns the wait of a `Retry-After` header, which has seconds or a date (RFC 9110); undefined if it has neither.
 * Fractions, which some servers send, are rounded up to whole seconds. A date without a zone is in GMT.
 */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  const [, seconds] = NUMBER.exec(text) ?? [];
  if (seconds !== undefined) return Math.min(Math.ceil(Number(seconds)) * 1_000, MOST_MS);
  if (!DATE.test(text)) return undefined;
  const waitMs = Date.parse(ZONE.test(text) ? text : `${text} GMT`) - now.getTime();
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(0, waitMs), MOST_MS);
}
