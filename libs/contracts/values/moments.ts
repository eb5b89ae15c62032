import { z } from 'zod';

/** No data is older. PostgreSQL has no year 0, and the end of a range that begins on the last day must have a year of four digits. */
const EARLIEST_DAY = '1970-01-01';
const LATEST_DAY = '9998-12-31';

const inBounds = [
  (text: string) =>
    Date.parse(text) >= Date.parse(EARLIEST_DAY) && Date.parse(text) <= Date.parse(LATEST_DAY),
  `expected a time from ${EARLIEST_DAY} to ${LATEST_DAY}`,
] as const;

/** A day in a query. */
export const calendarDay = z.iso.date().refine(...inBounds);

/** A point in time in a query or a cursor: ISO 8601 with an offset. */
export const momentText = z.iso.datetime({ offset: true }).refine(...inBounds);

/** A {@link momentText}, parsed to a Date. */
export const instant = momentText.transform((text) => new Date(text));
