import { dayIn } from '#config/light';

const HAS_OFFSET = /(?:z|[+-]\d{2}:?\d{2})$/i;

/** The moment of an ISO 8601 text; one without an offset is read in `timezone` (IANA name). */
export function momentOf(text: string, timezone: string): Date {
  if (HAS_OFFSET.test(text)) return new Date(text);
  const asUtc = new Date(`${text}Z`);
  // The offset at that wall-clock time is found from near it; a second look settles days on which it changes.
  const guess = new Date(asUtc.getTime() - offsetMs(asUtc, timezone));
  return new Date(asUtc.getTime() - offsetMs(guess, timezone));
}

/** The moment at which the day of `at` began in `timezone`. */
export function startOfDay(at: Date, timezone: string): Date {
  return momentOf(`${dayIn(timezone, at)}T00:00`, timezone);
}

function offsetMs(moment: Date, timezone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((each) => each.type === type)?.value);
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wall - Math.floor(moment.getTime() / 1000) * 1000;
}
