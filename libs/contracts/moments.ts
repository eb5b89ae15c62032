import { z } from 'zod';

/** A moment in a query: ISO 8601 with a zone, read as a Date. */
export const instant = z.iso
  .datetime({ offset: true, error: 'expected a moment with its zone, such as 2026-11-20T09:00:00Z' })
  .transform((text) => new Date(text))
  .refine((moment) => !Number.isNaN(moment.getTime()), 'expected a moment that exists');
