import { z } from 'zod';
import { orgSlug } from '../values/ids.ts';
import { calendarDay } from '../values/moments.ts';

/** What model calls, embeddings among them, cost, by what one wants to know. Amounts in USD. */

export const spendGroupings = ['org', 'model', 'task', 'tier', 'day'] as const;
export type SpendGrouping = (typeof spendGroupings)[number];

const MAX_SPEND_DAYS = 366;
const DAY_MS = 86_400_000;

export const spendQuery = z
  .strictObject({
    /** Slug of an org; without it every org that the session may see. */
    org: orgSlug.optional(),
    /** Days of each org, both included. */
    from: calendarDay,
    to: calendarDay,
    by: z.enum(spendGroupings).default('model'),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'expected a day that is not before from' })
  .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / DAY_MS < MAX_SPEND_DAYS, {
    path: ['from'],
    message: `expected at most ${MAX_SPEND_DAYS} days`,
  });
export type SpendQuery = z.infer<typeof spendQuery>;

export const consoleSpend = z.object({
  totalUsd: z.number(),
  /** The same number of days before. */
  beforeUsd: z.number(),
  /** Within the total: calls of workers that died, counted at what had been held back for them. */
  estimatedUsd: z.number(),
  /** The dearest first; days in their order. */
  groups: z.array(
    z.object({
      key: z.string(),
      calls: z.int(),
      promptTokens: z.int(),
      cachedTokens: z.int(),
      /** Input that providers put into their caches. */
      cacheWriteTokens: z.int(),
      completionTokens: z.int(),
      costUsd: z.number(),
    }),
  ),
});
export type ConsoleSpend = z.infer<typeof consoleSpend>;
