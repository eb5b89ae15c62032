import type { Clock } from '#config';
import type { OrgTransaction } from '#database';
import type { TokenUsage } from '../language-model.ts';
import type { RoutedModel } from '../model-router.ts';

export type BudgetPeriod = 'day' | 'month';

/** Amounts in USD. */
export interface BudgetState {
  period: BudgetPeriod;
  softUsd: number | null;
  hardUsd: number | null;
  spentUsd: number;
  /** Held back for calls that run. */
  reservedUsd: number;
}

/** A day of the org, such as `2026-11-23`. */
export type Day = string;

/** Budgets of one org, and what was used of them. */
export class BudgetRepository {
  constructor(
    private readonly tx: OrgTransaction,
    private readonly clock: Clock,
  ) {}

  /**
   * The org's budgets with what is spent and held back, none where it has none.
   *
   * @param hold makes others that hold wait until the transaction ends.
   */
  async state(day: Day, hold = false): Promise<BudgetState[]> {
    const budgets = await this.tx.query<{ period: BudgetPeriod; soft: string | null; hard: string | null }>(
      `SELECT period, soft_usd AS soft, hard_usd AS hard FROM budgets WHERE org_id = $1 ORDER BY period
       ${hold ? 'FOR UPDATE' : ''}`,
    );
    if (budgets.length === 0) return [];
    // A statement of its own: it sees what was committed while the rows were waited for.
    const [sums] = await this.tx.query<Record<BudgetPeriod | 'reserved', string>>(
      `SELECT coalesce(sum(cost_usd) FILTER (WHERE day = $2::date), 0) AS day, coalesce(sum(cost_usd), 0) AS month,
              (SELECT coalesce(sum(amount_usd), 0) FROM budget_reservations
                WHERE org_id = $1 AND lease_until > clock_timestamp()) AS reserved
         FROM model_usage
        WHERE org_id = $1 AND day BETWEEN date_trunc('month', $2::date)::date AND $2::date`,
      [day],
    );
    return budgets.map(({ period, soft, hard }) => ({
      period,
      softUsd: soft === null ? null : Number(soft),
      hardUsd: hard === null ? null : Number(hard),
      spentUsd: Number(sums?.[period]),
      reservedUsd: Number(sums?.reserved),
    }));
  }

  async reserve(id: string, amountUsd: number, leaseMs: number): Promise<void> {
    await this.tx.execute(
      `INSERT INTO budget_reservations (org_id, id, amount_usd, lease_until)
       VALUES ($1, $2, $3, clock_timestamp() + $4 * interval '1 millisecond')`,
      [id, amountUsd.toFixed(10), leaseMs],
    );
  }

  /** Together with it go those whose worker died. */
  async release(id: string): Promise<void> {
    await this.tx.execute(
      'DELETE FROM budget_reservations WHERE org_id = $1 AND (id = $2 OR lease_until < clock_timestamp())',
      [id],
    );
  }

  async addUsage(day: Day, asked: RoutedModel, usage: TokenUsage, costUsd: number): Promise<void> {
    await this.tx.execute(
      `INSERT INTO model_usage AS used (org_id, day, provider, model, tier, calls, prompt_tokens, cached_tokens,
                                        completion_tokens, cost_usd)
       VALUES ($1, $2, $3, $4, $5, 1, $6, $7, $8, $9)
       ON CONFLICT (org_id, day, provider, model, tier) DO UPDATE
         SET calls = used.calls + 1, prompt_tokens = used.prompt_tokens + $6, cached_tokens = used.cached_tokens + $7,
             completion_tokens = used.completion_tokens + $8, cost_usd = used.cost_usd + $9`,
      [
        day,
        asked.provider,
        asked.model,
        asked.tier,
        usage.promptTokens,
        usage.cachedTokens,
        usage.completionTokens,
        costUsd.toFixed(10),
      ],
    );
  }

  /** Sets a budget; without any limit there is none. */
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
