import { z } from 'zod';
import { costQuery, MAX_COST_DAYS } from '../orgs/budgets.ts';

/** Costs of model calls including embeddings, by group. Amounts are in USD. */

export const spendGroupings = ['org', 'model', 'task', 'tier', 'day'] as const;
export type SpendGrouping = (typeof spendGroupings)[number];

const DAY_MS = 86_400_000;

/** Without an org: every org that the session can access. */
export const spendQuery = costQuery
  .safeExtend({ by: z.enum(spendGroupings).default('model') })
  .refine(
    ({ from, to = '' }) => from === undefined || Date.parse(to) - Date.parse(from) < MAX_COST_DAYS * DAY_MS,
    { path: ['from'], message: `expected together with to, at most ${MAX_COST_DAYS} days` },
  );
export type SpendQuery = z.infer<typeof spendQuery>;

export const consoleSpend = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
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
