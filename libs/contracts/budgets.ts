import { z } from 'zod';
import { orgSlug } from './ids.ts';

export const budgetPeriod = z.enum(['day', 'month']);

const usd = z.number().min(0).max(999_999).nullable();

/** What an org may spend on models in a period. Null: no such limit. */
export const budgetChange = z
  .strictObject({
    /** Above it cheaper tiers are preferred. */
    softUsd: usd,
    /** Never exceeded. */
    hardUsd: usd,
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

export const costReportQuery = z
  .strictObject({ org: orgSlug.optional(), from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'expected a day that is not before from' });
export type CostReportQuery = z.infer<typeof costReportQuery>;
