import type { OrgTransaction } from '#database';

interface UsageRow {
  provider: string;
  model: string;
  tier: string;
  calls: string;
  promptTokens: string;
  cachedTokens: string;
  cacheWriteTokens: string;
  completionTokens: string;
  costUsd: string;
  estimatedCalls: string;
  estimatedUsd: string;
}

/** What an org used of each model. */
export class UsageReadModel {
  constructor(private readonly tx: OrgTransaction) {}

  /** From one day of the org to another, both included. */
  async between(from: string, to: string) {
    const rows = await this.tx.query<UsageRow>(
      `SELECT provider, model, tier, sum(calls) AS calls, sum(prompt_tokens) AS "promptTokens",
              sum(cached_tokens) AS "cachedTokens", sum(cache_write_tokens) AS "cacheWriteTokens",
              sum(completion_tokens) AS "completionTokens", sum(cost_usd) AS "costUsd",
              sum(estimated_calls) AS "estimatedCalls", sum(estimated_usd) AS "estimatedUsd"
         FROM (SELECT org_id, day, provider, model, tier, calls, prompt_tokens, cached_tokens, cache_write_tokens,
                      completion_tokens, cost_usd, estimated_calls, estimated_usd FROM model_usage
               UNION ALL
               SELECT org_id, day, provider, model, tier, 1, prompt_tokens, cached_tokens, cache_write_tokens,
                      completion_tokens, cost_usd, estimated::int, CASE WHEN estimated THEN cost_usd ELSE 0 END
                 FROM model_calls) used
        WHERE org_id = $1 AND day BETWEEN $2 AND $3
        GROUP BY provider, model, tier ORDER BY provider, model, tier`,
      [from, to],
    );
    return rows.map(({ provider, model, tier, ...row }) => ({
      provider,
      model,
      tier,
      calls: Number(row.calls),
      promptTokens: Number(row.promptTokens),
      cachedTokens: Number(row.cachedTokens),
      cacheWriteTokens: Number(row.cacheWriteTokens),
      completionTokens: Number(row.completionTokens),
      costUsd: Number(row.costUsd),
      estimatedCalls: Number(row.estimatedCalls),
      estimatedUsd: Number(row.estimatedUsd),
    }));
  }
}
