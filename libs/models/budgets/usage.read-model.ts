import type { Environment } from '#config';
import type { OrgTransaction } from '#database';
import { EMBEDDING_TIER } from './model-call.repository.ts';

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
  /** The model, if its price is unknown. */
  unpriced: string | null;
}

/**
 * True for usage whose cost is unknown. Without a price a call is stored at 0 USD; free are the offline model, own models
 * of orgs that set no price, and those of `free`, an expression of {@link freeModels}.
 */
export const unpricedUsage = (free: string) => `
  (cost_usd = 0 AND prompt_tokens + completion_tokens > 0 AND provider <> 'offline'
    AND (provider <> 'compatible' OR tier = '${EMBEDDING_TIER}') AND model <> ALL (${free}::text[]))`;

/** The models that `MODEL_PRICES_USD` calls free. */
export function freeModels({ MODEL_PRICES_USD }: Pick<Environment, 'MODEL_PRICES_USD'>): string[] {
  const isFree = (prices: object) => Object.values(prices).every((usd) => usd === 0);
  return Object.keys(MODEL_PRICES_USD).filter((name) => isFree(MODEL_PRICES_USD[name] ?? {}));
}

const USED = `
  SELECT provider, model, tier, sum(calls)::float8 AS calls, sum(prompt_tokens)::float8 AS "promptTokens",
         sum(cached_tokens)::float8 AS "cachedTokens", sum(cache_write_tokens)::float8 AS "cacheWriteTokens",
         sum(completion_tokens)::float8 AS "completionTokens", sum(cost_usd)::float8 AS "costUsd",
         sum(estimated_calls)::float8 AS "estimatedCalls", sum(estimated_usd)::float8 AS "estimatedUsd",
         CASE WHEN ${unpricedUsage('$4')} THEN model END AS unpriced
    FROM (SELECT org_id, day, provider, model, tier, calls, prompt_tokens, cached_tokens, cache_write_tokens,
                 completion_tokens, cost_usd, estimated_calls, estimated_usd FROM model_usage
          UNION ALL
          SELECT org_id, day, provider, model, tier, 1, prompt_tokens, cached_tokens, cache_write_tokens,
                 completion_tokens, cost_usd, estimated::int, CASE WHEN estimated THEN cost_usd ELSE 0 END
            FROM model_calls) used
   WHERE org_id = $1 AND day BETWEEN $2 AND $3
   GROUP BY provider, model, tier, unpriced ORDER BY provider, model, tier`;

/** Returns an org's usage per model from one day to another, both included. */
export function usedModels(
  tx: OrgTransaction,
  from: string,
  to: string,
  free: readonly string[],
): Promise<ModelSums[]> {
  return tx.query<ModelSums>(USED, [from, to, free]);
}
