import { jsonbText, type OrgTransaction, type PlatformTransaction } from '#database';
import type { TokenUsage } from '../language-model.ts';
import type { RoutedModel } from '../model-router.ts';
import type { Day } from './budget.repository.ts';

/** What one answered call used. Storing it again changes nothing, which its id sees to. */
export interface ModelUse extends RoutedModel, TokenUsage {
  /** Also of the reservation that was made for it. */
  id: string;
  /** Of the org. */
  day: Day;
  costUsd: number;
}

/** How long a call stands alone: longer than a write can be late that would store it once more. */
const FOLD_AFTER_S = 60;

const STORE = `
  WITH released AS (
    DELETE FROM budget_reservations
     WHERE org_id = $1 AND (lease_until < clock_timestamp()
        OR id IN (SELECT (use ->> 'id')::uuid FROM jsonb_array_elements($2::jsonb) AS use))
  )
  INSERT INTO model_calls (org_id, id, day, provider, model, tier, prompt_tokens, cached_tokens, completion_tokens, cost_usd)
  SELECT $1, use.id, use.day, use.provider, use.model, use.tier, use."promptTokens", use."cachedTokens",
         use."completionTokens", use."costUsd"
    FROM jsonb_to_recordset($2::jsonb) AS use(id uuid, day date, provider text, model text, tier text,
      "promptTokens" bigint, "cachedTokens" bigint, "completionTokens" bigint, "costUsd" numeric)
  ON CONFLICT DO NOTHING`;

/** Counts calls and gives back what was held for them, and by workers that died. It is one statement, sent at once. */
export async function storeModelUses(tx: OrgTransaction, uses: readonly ModelUse[]): Promise<void> {
  const rows = uses.map(({ costUsd, ...use }) => ({ ...use, costUsd: costUsd.toFixed(10) }));
  await tx.execute(STORE, [jsonbText(rows)]);
}

/**
 * Adds calls of every org up by day and model. A row per call first, and this later, since calls of one org that add to
 * one row at once wait for each other's commit.
 *
 * @returns how many calls were added up.
 */
export async function foldModelCalls(tx: PlatformTransaction): Promise<number> {
  const [row] = await tx.query<{ folded: number }>(`
    WITH folded AS (
      DELETE FROM model_calls WHERE stored_at < clock_timestamp() - interval '${FOLD_AFTER_S} seconds' RETURNING *
    ), added AS (
      INSERT INTO model_usage AS used (org_id, day, provider, model, tier, calls, prompt_tokens, cached_tokens,
                                       completion_tokens, cost_usd)
      SELECT org_id, day, provider, model, tier, count(*), sum(prompt_tokens), sum(cached_tokens),
             sum(completion_tokens), sum(cost_usd)
        FROM folded GROUP BY org_id, day, provider, model, tier
      ON CONFLICT (org_id, day, provider, model, tier) DO UPDATE
        SET calls = used.calls + EXCLUDED.calls, prompt_tokens = used.prompt_tokens + EXCLUDED.prompt_tokens,
            cached_tokens = used.cached_tokens + EXCLUDED.cached_tokens,
            completion_tokens = used.completion_tokens + EXCLUDED.completion_tokens,
            cost_usd = used.cost_usd + EXCLUDED.cost_usd
    )
    SELECT count(*)::int AS folded FROM folded`);
  return row?.folded ?? 0;
}
