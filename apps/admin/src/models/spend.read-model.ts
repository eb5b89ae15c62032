import type { ConsoleSpend, SpendGrouping } from '#contracts/console';
import { unpricedUsage } from '#models';
import { dayAfter, daysApart, startOfDay } from '#text';
import type { OrgScope } from '../session/org-scope.ts';

/** Counted calls, both rolled up and not yet rolled up. `$2` and `$4` are days of each org. */
const COUNTED = `
  SELECT o.slug AS org, u.*
    FROM orgs o CROSS JOIN LATERAL (
      SELECT provider, model, tier, day, calls, prompt_tokens, cached_tokens, cache_write_tokens, completion_tokens, cost_usd,
             estimated_usd
        FROM model_usage m WHERE m.org_id = o.id AND m.day BETWEEN $2::date AND $4::date
      UNION ALL
      SELECT provider, model, tier, day, 1, prompt_tokens, cached_tokens, cache_write_tokens, completion_tokens, cost_usd,
             CASE WHEN estimated THEN cost_usd ELSE 0 END
        FROM model_calls c WHERE c.org_id = o.id AND c.day BETWEEN $2::date AND $4::date) u
   WHERE $1::uuid IS NULL OR o.id = $1`;

/**
 * The task of a call comes from its trace, as long as traces are kept. Embeddings have none and are their own task. As in the
 * counted calls, only answers count; one that its task could not read cost tokens. The requested days of each org in `$6`
 * begin at `$7` and end at `$8`: a name of a time zone that PostgreSQL does not know would fail the statement for every org.
 */
const BY_TASK = `
  SELECT coalesce(c.task, 'none') AS task, $4::date AS day, 1 AS calls,
         coalesce(c."promptTokens", 0) AS prompt_tokens, coalesce(c."cachedTokens", 0) AS cached_tokens,
         coalesce(c."cacheWriteTokens", 0) AS cache_write_tokens,
         coalesce(c."completionTokens", 0) AS completion_tokens, coalesce(c."costUsd", 0) AS cost_usd, 0 AS estimated_usd
    FROM unnest($6::uuid[], $7::timestamptz[], $8::timestamptz[]) AS o(id, begins_at, ends_at)
    JOIN traces r ON r.org_id = o.id AND r.model_calls IS NOT NULL AND r.started_at >= o.begins_at AND r.started_at < o.ends_at
     AND r.started_at >= ($3::date - 1)::timestamptz AND r.started_at < ($4::date + 2)::timestamptz
   CROSS JOIN LATERAL jsonb_to_recordset(r.model_calls) AS c(task text, status text, "promptTokens" bigint, "cachedTokens" bigint,
     "cacheWriteTokens" bigint, "completionTokens" bigint, "costUsd" numeric)
   WHERE c.status = 'success' OR c."promptTokens" IS NOT NULL
  UNION ALL
  SELECT 'embedding', day, calls, prompt_tokens, cached_tokens, cache_write_tokens, completion_tokens, cost_usd, estimated_usd
    FROM counted WHERE tier = 'embedding'`;

const keyOf: Record<SpendGrouping, string> = {
  org: 'org',
  model: 'model',
  task: 'task',
  tier: 'tier',
  day: 'day::text',
};

/**
 * Totals are those of the counted calls, whatever the groups. `$2` to `$4` span the days including the previous range; `$3` is
 * the first requested day, `$5` the free models.
 */
const spendBy = (by: SpendGrouping) => `
  WITH counted AS (${COUNTED}), used AS (${by === 'task' ? BY_TASK : 'SELECT * FROM counted'}),
  groups AS (
    SELECT ${keyOf[by]} AS key, sum(calls)::int AS calls, sum(prompt_tokens)::float8 AS prompt, sum(cached_tokens)::float8 AS cached,
           sum(cache_write_tokens)::float8 AS cache_write, sum(completion_tokens)::float8 AS completion, sum(cost_usd)::float8 AS cost
      FROM used WHERE day >= $3::date AND day <= $4::date GROUP BY 1 ORDER BY ${by === 'day' ? '1' : 'cost DESC, calls DESC, 1'} LIMIT 500)
  SELECT (SELECT coalesce(sum(cost_usd), 0)::float8 FROM counted WHERE day BETWEEN $3::date AND $4::date) AS "totalUsd",
         (SELECT coalesce(sum(cost_usd), 0)::float8 FROM counted WHERE day >= $2::date AND day < $3::date) AS "beforeUsd",
         (SELECT coalesce(sum(estimated_usd), 0)::float8 FROM counted WHERE day BETWEEN $3::date AND $4::date) AS "estimatedUsd",
         ARRAY(SELECT DISTINCT model FROM counted
                WHERE day BETWEEN $3::date AND $4::date AND ${unpricedUsage('$5')} ORDER BY 1 LIMIT 50) AS unpriced,
         (SELECT coalesce(json_agg(json_build_object('key', key, 'calls', calls, 'promptTokens', prompt, 'cachedTokens', cached,
                    'cacheWriteTokens', cache_write, 'completionTokens', completion, 'costUsd', cost)), '[]') FROM groups) AS groups`;

interface SpendRequest {
  from: string;
  to: string;
  by: SpendGrouping;
  /** The time zones of the orgs of the scope, by id. */
  zones: ReadonlyMap<string, string>;
  free: readonly string[];
}

/** Cost of model calls, compared with the same number of days before, in one statement. */
export async function spendOf(
  scope: OrgScope,
  { from, to, by, zones, free }: SpendRequest,
): Promise<ConsoleSpend> {
  const end = dayAfter(to, 1);
  const before = dayAfter(from, daysApart(end, from));
  const startsOf = (day: string) => [...zones.values()].map((zone) => startOfDay(day, zone));
  const spans = by === 'task' ? [[...zones.keys()], startsOf(from), startsOf(end)] : [];
  const values = [scope.orgId, before, from, to, free, ...spans];
  const row = await scope.row<Omit<ConsoleSpend, 'from' | 'to'>>(spendBy(by), values);
  if (!row) throw new Error('The spend is one row');
  return { from, to, ...row };
}
