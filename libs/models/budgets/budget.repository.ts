import type { Clock } from '#config';
import type { OrgTransaction } from '#database';
import type { Day, UsedModelName } from './model-call.repository.ts';

export type BudgetPeriod = 'day' | 'month';

/** Limits in USD; null for none. */
export interface BudgetLimits {
  period: BudgetPeriod;
  softUsd: number | null;
  hardUsd: number | null;
}

/** A budget with its spend. Amounts in USD. */
export interface BudgetState extends BudgetLimits {
  spentUsd: number;
  reservedUsd: number;
}

/** Maximum usage of a call, which is reserved. */
export interface MostUse {
  usd: number;
  promptTokens: number;
  completionTokens: number;
}

/** A call before it is made. */
export interface ReservedCall {
  target: UsedModelName;
  most: MostUse;
  /** The turn that pays for the call; null if none does. */
  turnId: string | null;
}

export class BudgetRepository {
  constructor(
    private readonly tx: OrgTransaction,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the org's budgets.
   *
   * @param hold locks the rows until the transaction ends.
   */
  limits(hold = false): Promise<BudgetLimits[]> {
    return this.tx.query<BudgetLimits>(
      `SELECT period, soft_usd::float8 AS "softUsd", hard_usd::float8 AS "hardUsd" FROM budgets
        WHERE org_id = $1 ORDER BY period ${hold ? 'FOR UPDATE' : ''}`,
    );
  }

  /** As {@link limits}, with spend and reservations. */
  async state(day: Day, hold = false): Promise<BudgetState[]> {
    const budgets = await this.limits(hold);
    if (budgets.length === 0) return [];
    // A separate statement sees what was committed while it waited for the row locks.
    const [sums] = await this.tx.query<Record<BudgetPeriod | 'reserved', number>>(
      `SELECT coalesce(sum(cost_usd) FILTER (WHERE day = $2::date), 0)::float8 AS day,
              coalesce(sum(cost_usd), 0)::float8 AS month,
              (SELECT coalesce(sum(amount_usd), 0)::float8 FROM budget_reservations WHERE org_id = $1) AS reserved
         FROM (SELECT org_id, day, cost_usd FROM model_usage
               UNION ALL SELECT org_id, day, cost_usd FROM model_calls) used
        WHERE org_id = $1 AND day BETWEEN date_trunc('month', $2::date)::date AND $2::date`,
      [day],
    );
    const { reserved = 0, ...spent } = sums ?? { day: 0, month: 0 };
    return budgets.map((budget) => ({ ...budget, spentUsd: spent[budget.period], reservedUsd: reserved }));
  }

  async reserve(
    id: string,
    day: Day,
    { target, most, turnId }: ReservedCall,
    leaseMs: number,
  ): Promise<void> {
    await this.tx.execute(
      `INSERT INTO budget_reservations (org_id, id, amount_usd, lease_until, day, provider, model, tier, prompt_tokens,
                                        completion_tokens, turn_id)
       VALUES ($1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond', $5, $6, $7, $8, $9, $10, $11)`,
      [
        id,
        most.usd.toFixed(10),
        leaseMs,
        day,
        target.provider,
        target.model,
        target.tier,
        most.promptTokens,
        most.completionTokens,
        turnId,
      ],
    );
  }

  /** Sets a budget. Removes it if both limits are null. */
  async set(period: BudgetPeriod, softUsd: number | null, hardUsd: number | null): Promise<void> {
    if (softUsd === null && hardUsd === null) {
      await this.tx.execute('DELETE FROM budgets WHERE org_id = $1 AND period = $2', [period]);
      return;
    }
    await this.tx.execute(
      `INSERT INTO budgets (org_id, period, soft_usd, hard_usd, changed_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (org_id, period) DO UPDATE SET soft_usd = $3, hard_usd = $4, changed_at = $5`,
      [period, softUsd, hardUsd, this.clock.now()],
    );
  }
}
