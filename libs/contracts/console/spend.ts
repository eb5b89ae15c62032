import { z } from 'zod';
import { orgSlug } from '../values/ids.ts';
import { calendarDay } from '../values/moments.ts';

/** Costs of model calls including embeddings, by group. Amounts are in USD. */

export const spendGroupings = ['org', 'model', 'task', 'tier', 'day'] as const;
export type SpendGrouping = (typeof spendGroupings)[number];

const MAX_SPEND_DAYS = 366;
const DAY_MS = 86_400_000;

export const spendQuery = z
  .strictObject({
    /** Slug of an org. Default: every org that the session can access. */
    org: orgSlug.optional(),
    /** First and last day, both inclusive, in the time zone of each org. */
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
  /** Total of the preceding range of the same length. */
  beforeUsd: z.number(),
  /** Part of the total that is estimated: calls of crashed workers, counted at their reserved amounts. */
  estimatedUsd: z.number(),
  /** Models without a price. The cost of their calls is unknown and in no sum. */
  unpriced: z.array(z.string()),
  /** Most expensive first; days in chronological order. */
  groups: z.array(
    z.object({
      key: z.string(),
      calls: z.int(),
      promptTokens: z.int(),
      cachedTokens: z.int(),
      /** Input tokens that providers wrote to their prompt caches. */
      cacheWriteTokens: z.int(),
      completionTokens: z.int(),
      costUsd: z.number(),
    }),
  ),
});
export type ConsoleSpend = z.infer<typeof consoleSpend>;
