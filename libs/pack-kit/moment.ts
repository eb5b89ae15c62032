import { dayIn, offsetMinutes } from '#text';

const HAS_OFFSET = /(?:z|[+-]\d{2}:?\d{2})$/i;
const MINUTE_MS = 60_000;

/** The moment of an ISO 8601 text; one without an offset is read in `timezone` (IANA name). */
export function momentOf(text: string, timezone: string): Date {
  if (HAS_OFFSET.test(text)) return new Date(text);
  const asUtc = new Date(`${text}Z`).getTime();
  // The offset depends on the moment itself: estimate it first, then correct it for days on which the offset changes.
  const guess = asUtc - offsetMinutes(asUtc, timezone) * MINUTE_MS;
  return new Date(asUtc - offsetMinutes(guess, timezone) * MINUTE_MS);
}

/** The moment at which the day of `at` began in `timezone`. */
export function startOfDay(at: Date, timezone: string): Date {
  return momentOf(`${dayIn(timezone, at)}T00:00`, timezone);
}
