import { z } from 'zod';
import { orgSlug } from '../values/ids.ts';
import { calendarDay } from '../values/moments.ts';
import { changeReason } from '../tools/tool-override.ts';

export const budgetPeriod = z.enum(['day', 'month']);

const usd = z.number().min(0).max(999_999).nullable();

/** Sets what an org may spend on models in a period, and says why. Null: no such limit. */
export const budgetChange = z
  .strictObject({
    /** Above it cheaper tiers are preferred. */
    softUsd: usd,
    /** Never exceeded. */
    hardUsd: usd,
    /** Stands in the audit log. */
    reason: changeReason,
  })
  .refine(({ softUsd, hardUsd }) => softUsd === null || hardUsd === null || softUsd <= hardUsd, {
    path: ['softUsd'],
    message: 'expected at most hardUsd',
  });
export type BudgetChange = z.infer<typeof budgetChange>;

/** A budget with what is used of it, in USD. */
export interface ConsoleBudget {
  period: z.infer<typeof budgetPeriod>;
  softUsd: number | null;
  hardUsd: number | null;
  spentUsd: number;
  /** Held back for calls that run. */
  reservedUsd: number;
}

/**
 * Whose models' prices stand for a tier; `cheapest`: those that would be chosen with a key of every provider; `source`:
 * example prices with which the aims of routing were set, of models that lie further apart than those of today.
 */
export const priceSet = z.enum(['openai', 'google', 'anthropic', 'cheapest', 'source']);

export const costReportQuery = z
  .strictObject({
    org: orgSlug.optional(),
    from: calendarDay,
    to: calendarDay,
    /** As whose models the calls of the offline model are priced; without it they cost nothing. */
    prices: priceSet.optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'expected a day that is not before from' });
export type CostReportQuery = z.infer<typeof costReportQuery>;

/** Amounts in USD; shares from 0 to 1. */
export const consoleCostReport = z.object({
  prices: priceSet.nullable(),
  costUsd: z.number(),
  /** What the same tokens would have cost on one tier; embeddings cost the same on each. */
  allFlashUsd: z.number(),
  allStandardUsd: z.number(),
  allPremiumUsd: z.number(),
  /** Below 0 where it cost more; null without any cost. */
  savedAgainstStandard: z.number().nullable(),
  savedAgainstPremium: z.number().nullable(),
  /** What could be saved at most: with every call on the flash tier. */
  ceilingAgainstStandard: z.number().nullable(),
  ceilingAgainstPremium: z.number().nullable(),
  tiers: z.array(
    z.object({
      tier: z.string(),
      calls: z.number(),
      tokens: z.number(),
      costUsd: z.number(),
      shareOfCalls: z.number(),
      shareOfTokens: z.number(),
    }),
  ),
  embeddings: z.object({ calls: z.number(), tokens: z.number(), costUsd: z.number() }),
  /** Within the cost: calls of workers that died, counted at what had been held back for them. */
  estimated: z.object({ calls: z.number(), costUsd: z.number() }),
  /** Of the input tokens those that providers had in their caches, and those that they put there. */
  cachedTokens: z.number(),
  cacheWriteTokens: z.number(),
});
export type ConsoleCostReport = z.infer<typeof consoleCostReport>;
