import type { ConsoleBudget } from '#contracts';
import { formatCost } from '../ui/format.ts';

/** Values of a budget's two fields: dollars, null if empty, NaN if not a number. */
export interface BudgetLimits {
  softUsd: number | null;
  hardUsd: number | null;
}

export function budgetProblems({ softUsd, hardUsd }: BudgetLimits): { soft?: string; hard?: string } {
  const misfit = (usd: number | null) =>
    usd === null || usd >= 0 ? undefined : 'Enter an amount of $0 or more';
  const hard = misfit(hardUsd);
  const above = hard === undefined && softUsd !== null && hardUsd !== null && softUsd > hardUsd;
  return { soft: misfit(softUsd) ?? (above ? 'Must not exceed “Hard limit”' : undefined), hard };
}

export function budgetConsequence(
  { softUsd, hardUsd }: BudgetLimits,
  before: ConsoleBudget | null,
  period: ConsoleBudget['period'],
): string {
  if (softUsd === null && hardUsd === null)
    return 'Without a value there is no budget and spending is not limited.';
  if (hardUsd === null)
    return `Without a hard limit the budget ${before?.hardUsd == null ? 'only warns' : 'no longer stops turns; it only warns'} and prefers cheaper tiers.`;
  return before && before.spentUsd >= hardUsd
    ? `${formatCost(before.spentUsd)} is already spent: every turn that needs a priced model fails until the ${period} ends.`
    : 'A turn that would exceed the hard limit fails with a clear error. Running calls count.';
}

export function budgetSpent({ softUsd, hardUsd, spentUsd, reservedUsd }: ConsoleBudget): string {
  const held = reservedUsd > 0 ? `, ${formatCost(reservedUsd)} reserved for running calls` : '';
  if (hardUsd !== null) return `${formatCost(spentUsd)} of ${formatCost(hardUsd)}${held}`;
  return `${formatCost(spentUsd)} spent, warning at ${formatCost(softUsd)}${held}`;
}

/** Describes the effect of both limits: "Cheaper tiers are preferred from $8.00; hard limit $10.00." */
export function budgetRule({ softUsd, hardUsd }: BudgetLimits): string {
  const warning =
    softUsd === null ? 'No warning threshold' : `Cheaper tiers are preferred from ${formatCost(softUsd)}`;
  return `${warning}; ${hardUsd === null ? 'no hard limit.' : `hard limit ${formatCost(hardUsd)}.`}`;
}
