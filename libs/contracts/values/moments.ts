import { z } from 'zod';

/** A point in time in a query: ISO 8601 with an offset, parsed to a Date. */
export const instant = z.iso
  .datetime({ offset: true, error: 'expected a moment with its zone, such as 2026-11-20T09:00:00Z' })
  .transform((text) => new Date(text))
  .refine((moment) => !Number.isNaN(moment.getTime()), 'expected a moment that exists');

const EARLIEST_DAY = '1970-01-01';

/** A day in a query. PostgreSQL has no year 0, and no data is older than the epoch. */
export const calendarDay = z.iso
  .date()
  .refine((day) => day >= EARLIEST_DAY, `expected a day from ${EARLIEST_DAY} on`);
