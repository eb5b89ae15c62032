import { zonedTime } from '#text';

const NS_PER_MINUTE = 60e9;
const MINUTES_PER_HOUR = 60;
const HALF_HOUR = 30;
const QUARTER = 15;

/**
 * Returns the width of the finest rollups of an org, so that its days consist of whole steps: 60 minutes, or 30 or 15 if the
 * days of its time zone do not begin at a full UTC hour, as in Kolkata or Kathmandu.
 *
 * @param year the year whose summer and winter time are checked.
 */
export function rollupStepMinutes(timeZone: string, year: number): 60 | 30 | 15 {
  const beyond = [0, 6].map(
    (month) =>
      Math.abs(zonedTime(new Date(Date.UTC(year, month)), timeZone).offsetNanoseconds / NS_PER_MINUTE) %
      MINUTES_PER_HOUR,
  );
  if (beyond.every((minutes) => minutes === 0)) return MINUTES_PER_HOUR;
  return beyond.every((minutes) => minutes % HALF_HOUR === 0) ? HALF_HOUR : QUARTER;
}
