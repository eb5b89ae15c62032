import { z } from 'zod';
import { orgSlug } from '../values/ids.ts';
import { calendarDay } from '../values/moments.ts';
import { wholeNumber } from '../values/numbers.ts';
import { changeReason } from '../tools/tool-override.ts';

export const budgetPeriod = z.enum(['day', 'month']);

const usd = z.number().min(0).max(999_999).nullable();

/** Sets the limits of an org's model costs in a period, in USD. Null removes a limit. */
export const budgetChange = z
  .strictObject({
    /** Above this limit the router prefers cheaper tiers. */
    softUsd: usd,
    /** Model calls that would exceed this limit are refused. */
    hardUsd: usd,
    /** Reason for the audit log. */
    reason: changeReason,
  })
  .refine(({ softUsd, hardUsd }) => softUsd === null || hardUsd === null || softUsd <= hardUsd, {
    path: ['softUsd'],
    message: 'expected at most hardUsd',
  });
export type BudgetChange = z.infer<typeof budgetChange>;

const consoleBudget = z.object({
  period: budgetPeriod,
  softUsd: z.number().nullable(),
  hardUsd: z.number().nullable(),
  spentUsd: z.number(),
  /** Reserved for running calls. */
  reservedUsd: z.number(),
});
export type ConsoleBudget = z.infer<typeof consoleBudget>;
export const consoleBudgets = z.object({ items: z.array(consoleBudget) });

/**
 * Provider whose prices apply to the tiers. `cheapest`: the models that the router chooses with a key for every provider.
 * `source`: the example prices behind the routing targets; they differ more between tiers than current prices.
 */
export const priceSet = z.enum(['openai', 'google', 'anthropic', 'cheapest', 'source']);

export const MAX_COST_DAYS = 366;

/**
 * The days of a report of costs, in the time zone of each org, both included: `from` to `to`, or the last `days` until `to`,
 * which is today unless given.
 */
export const costQuery = z
  .strictObject({
    org: orgSlug.optional(),
    from: calendarDay.optional(),
    to: calendarDay.optional(),
    days: wholeNumber(1, MAX_COST_DAYS).default(30),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    message: 'expected a day that is not before from',
  });

/** `prices` are for calls of the offline model, which by default cost nothing. */
export const costReportQuery = costQuery.safeExtend({ prices: priceSet.optional() });
export type CostReportQuery = z.infer<typeof costReportQuery>;

/** Amounts in USD; shares from 0 to 1. */
export const consoleCostReport = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  prices: priceSet.nullable(),
  costUsd: z.number(),
  /** Cost of the same tokens if every call had run on this tier; embeddings cost the same on each tier. */
  allFlashUsd: z.number(),
  allStandardUsd: z.number(),
  allPremiumUsd: z.number(),
  /** Share saved; negative if the cost was higher, null without any cost. */
  savedAgainstStandard: z.number().nullable(),
  savedAgainstPremium: z.number().nullable(),
  /** Maximum possible share saved: every call on the flash tier. */
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
  /** Part of the cost that is estimated: calls of crashed workers, counted at their reserved amounts. */
  estimated: z.object({ calls: z.number(), costUsd: z.number() }),
  /** Calls of models without a price. Their cost is unknown, and no figure of cost or savings includes them. */
  unpriced: z.array(z.object({ model: z.string(), calls: z.number(), tokens: z.number() })),
  cachedTokens: z.number(),
  cacheWriteTokens: z.number(),
});
export type ConsoleCostReport = z.infer<typeof consoleCostReport>;
