import type { OrgTransaction } from '#database';

interface ModelSums {
  provider: string;
  model: string;
  tier: string;
  calls: number;
  promptTokens: number;
  cachedTokens: number;
  cacheWriteTokens: number;
  completionTokens: number;
  costUsd: number;
  estimatedCalls: number;
  estimatedUsd: number;
}

const USED = `
  SELECT provider, model, tier, sum(calls)::float8 AS calls, sum(prompt_tokens)::float8 AS "promptTokens",
         sum(cached_tokens)::float8 AS "cachedTokens", sum(cache_write_tokens)::float8 AS "cacheWriteTokens",
         sum(completion_tokens)::float8 AS "completionTokens", sum(cost_usd)::float8 AS "costUsd",
         sum(estimated_calls)::float8 AS "estimatedCalls", sum(estimated_usd)::float8 AS "estimatedUsd"
    FROM (SELECT org_id, day, provider, model, tier, calls, prompt_tokens, cached_tokens, cache_write_tokens,
                 completion_tokens, cost_usd, estimated_calls, estimated_usd FROM model_usage
          UNION ALL
          SELECT org_id, day, provider, model, tier, 1, prompt_tokens, cached_tokens, cache_write_tokens,
                 completion_tokens, cost_usd, estimated::int, CASE WHEN estimated THEN cost_usd ELSE 0 END
            FROM model_calls) used
   WHERE org_id = $1 AND day BETWEEN $2 AND $3
   GROUP BY provider, model, tier ORDER BY provider, model, tier`;

/** Returns an org's usage per model from one day to another, both included. */
export function usedModels(tx: OrgTransaction, from: string, to: string): Promise<ModelSums[]> {
  return tx.query<ModelSums>(USED, [from, to]);
}
