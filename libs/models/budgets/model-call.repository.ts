import { type OrgTransaction, type PlatformTransaction } from '#database';
import { jsonbText } from '#text';
import type { ModelTier, TokenUsage } from '../language-model.ts';

/** A day in the org's time zone, such as `2026-11-23`. */
export type Day = string;

/** Tier under which calls of embedding models are counted, since they have no real tier. */
export const EMBEDDING_TIER = 'embedding';

export interface UsedModelName {
  provider: string;
  model: string;
  tier: ModelTier | typeof EMBEDDING_TIER;
}

/** Usage of one answered call. Storing is idempotent by id. */
export interface ModelUse extends UsedModelName, TokenUsage {
  /** Same id as its reservation. */
  id: string;
  /** Day in the org's time zone. */
  day: Day;
  costUsd: number;
}

/**
 * A running call with its maximum usage. If its worker dies, {@link settleDeadCalls} counts it at that usage; storing
 * its actual usage removes it.
 */
export interface BegunCall extends UsedModelName {
  id: string;
  /** Day in the org's time zone. */
  day: Day;
  amountUsd: number;
  promptTokens: number;
  completionTokens: number;
  /** Time after which the worker counts as dead. */
  leaseMs: number;
}

/**
 * Part of a statement that stores running calls. `calls` is a JSON expression of {@link BegunCall}s, each with the
 * `turnId` of a row of `held`. `$1` is the org.
 */
export const beginCalls = (calls: string, held: string): string => `
  INSERT INTO budget_reservations (org_id, id, amount_usd, lease_until, day, provider, model, tier, prompt_tokens,
                                   completion_tokens, turn_id)
  SELECT $1, call.id, call."amountUsd", clock_timestamp() + call."leaseMs" * interval '1 millisecond', call.day,
         call.provider, call.model, call.tier, call."promptTokens", call."completionTokens", ${held}.id
    FROM jsonb_to_recordset(${calls}) AS call("turnId" uuid, id uuid, day date, provider text, model text, tier text,
      "amountUsd" numeric, "promptTokens" bigint, "completionTokens" bigint, "leaseMs" float8)
    JOIN ${held} ON ${held}.id = call."turnId"
  ON CONFLICT DO NOTHING`;

/** Part of a statement that removes failed calls. `ids` is an expression of type uuid[], `$1` the org. */
export const forgetCalls = (ids: string): string =>
  `DELETE FROM budget_reservations WHERE org_id = $1 AND id = ANY (${ids})`;

/** Removes failed calls in a separate statement, sent immediately. */
export async function forgetModelCalls(tx: OrgTransaction, ids: readonly string[]): Promise<void> {
  await tx.execute(forgetCalls('$2::uuid[]'), [ids]);
}

/** Minimum age of a call before it is folded: longer than the delay of any write that could store it again. */
const FOLD_AFTER_S = 60;
/** The same for estimated calls, since their worker may only have been disconnected from the database. */
const FOLD_ESTIMATED_AFTER_S = 86_400;

/**
 * Part of a statement that counts calls and releases their reservations. `uses` is a JSON expression of {@link ModelUse}s,
 * `$1` the org. If the sweeper had already counted a late call, its estimate is corrected; the statement can read the
 * corrected estimates from `estimates`, as they were before it. The reservations are released first, because their row
 * locks order the statement and the sweeper. If the sweeper commits while the statement waits for it, its estimate is the
 * reservation that the statement sees and could not release.
 */
export const storeUses = (uses: string): string => `
  released AS (
    DELETE FROM budget_reservations
     WHERE org_id = $1 AND id = ANY (ARRAY(SELECT (use ->> 'id')::uuid FROM jsonb_array_elements(${uses}) AS use))
    RETURNING id
  ), stored AS (
  INSERT INTO model_calls AS known (org_id, id, day, provider, model, tier, prompt_tokens, cached_tokens,
                                    cache_write_tokens, completion_tokens, cost_usd)
  SELECT DISTINCT ON (use.id) $1::uuid, use.id, use.day, use.provider, use.model, use.tier, use."promptTokens", use."cachedTokens",
         coalesce(use."cacheWriteTokens", 0), use."completionTokens", round(use."costUsd", 10)
    FROM jsonb_to_recordset(${uses}) AS use(id uuid, day date, provider text, model text, tier text,
      "promptTokens" bigint, "cachedTokens" bigint, "cacheWriteTokens" bigint, "completionTokens" bigint,
      "costUsd" numeric)
   WHERE (SELECT count(*) FROM released) >= 0
  ON CONFLICT (org_id, id) DO UPDATE
    SET prompt_tokens = excluded.prompt_tokens, cached_tokens = excluded.cached_tokens,
        cache_write_tokens = excluded.cache_write_tokens, completion_tokens = excluded.completion_tokens,
        cost_usd = excluded.cost_usd, estimated = false
  WHERE known.estimated
  RETURNING id
  ), estimates AS (
    SELECT org_id, id, prompt_tokens, cached_tokens, completion_tokens, cost_usd
      FROM model_calls WHERE org_id = $1 AND id = ANY (ARRAY(SELECT id FROM stored))
     UNION ALL
    SELECT org_id, id, prompt_tokens, 0, completion_tokens, amount_usd
      FROM budget_reservations
     WHERE org_id = $1 AND id = ANY (ARRAY(SELECT id FROM stored)) AND id NOT IN (SELECT id FROM released)
  )`;

/** Counts calls and releases their reservations. One statement, sent immediately. */
export async function storeModelUses(tx: OrgTransaction, uses: readonly ModelUse[]): Promise<void> {
  await tx.execute(`WITH ${storeUses('$2::jsonb')} SELECT 1`, [jsonbText(uses)]);
}

/** A call of a dead worker, at its reserved amount. */
export interface DeadCall extends Pick<ModelUse, 'id' | 'promptTokens' | 'completionTokens' | 'costUsd'> {
  orgId: string;
  /** The turn that pays for the call; null if none does. */
  turnId: string | null;
}

/**
 * Counts the calls of dead workers of every org at their reserved amount, since the provider may have charged for
 * them.
 *
 * @returns the calls.
 */
export async function settleDeadCalls(tx: PlatformTransaction): Promise<DeadCall[]> {
  return tx.query<DeadCall>(`
    WITH dead AS (
      DELETE FROM budget_reservations WHERE lease_until < clock_timestamp() RETURNING *
    ), counted AS (
      INSERT INTO model_calls (org_id, id, day, provider, model, tier, prompt_tokens, cached_tokens, completion_tokens,
                               cost_usd, estimated)
      SELECT org_id, id, day, provider, model, tier, prompt_tokens, 0, completion_tokens, amount_usd, true
        FROM dead
      ON CONFLICT DO NOTHING
    )
    SELECT id, org_id AS "orgId", turn_id AS "turnId", prompt_tokens::float8 AS "promptTokens",
           completion_tokens::float8 AS "completionTokens", amount_usd::float8 AS "costUsd" FROM dead`);
}

/**
 * Adds the calls of every org to their sums by day and model. Calls are first stored as single rows, since concurrent
 * additions to one row would wait for each other's commit.
 *
 * @returns the number of calls.
 */
export async function foldModelCalls(tx: PlatformTransaction): Promise<number> {
  const [row] = await tx.query<{ folded: number }>(`
    WITH folded AS (
      DELETE FROM model_calls
       WHERE stored_at < clock_timestamp() - interval '${FOLD_AFTER_S} seconds'
         AND (NOT estimated OR stored_at < clock_timestamp() - interval '${FOLD_ESTIMATED_AFTER_S} seconds')
      RETURNING *
    ), added AS (
      INSERT INTO model_usage AS used (org_id, day, provider, model, tier, calls, prompt_tokens, cached_tokens,
                                       cache_write_tokens, completion_tokens, cost_usd, estimated_calls, estimated_usd)
      SELECT org_id, day, provider, model, tier, count(*), sum(prompt_tokens), sum(cached_tokens),
             sum(cache_write_tokens), sum(completion_tokens), sum(cost_usd), count(*) FILTER (WHERE estimated),
             coalesce(sum(cost_usd) FILTER (WHERE estimated), 0)
        FROM folded GROUP BY org_id, day, provider, model, tier
      ON CONFLICT (org_id, day, provider, model, tier) DO UPDATE
        SET calls = used.calls + EXCLUDED.calls, prompt_tokens = used.prompt_tokens + EXCLUDED.prompt_tokens,
            cached_tokens = used.cached_tokens + EXCLUDED.cached_tokens,
            cache_write_tokens = used.cache_write_tokens + EXCLUDED.cache_write_tokens,
            completion_tokens = used.completion_tokens + EXCLUDED.completion_tokens,
            cost_usd = used.cost_usd + EXCLUDED.cost_usd,
            estimated_calls = used.estimated_calls + EXCLUDED.estimated_calls,
            estimated_usd = used.estimated_usd + EXCLUDED.estimated_usd
    )
    SELECT count(*)::int AS folded FROM folded`);
  return row?.folded ?? 0;
}
