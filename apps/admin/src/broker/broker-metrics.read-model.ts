import { toPage } from '#contracts';
import {
  type BrokerGrouping,
  type BrokerMetrics,
  type BrokerMetricsQuery,
  type BrokerMiss,
  type BrokerMissPage,
} from '#contracts/console';
import type { OrgScope } from '../session/org-scope.ts';
import { cursorAt, momentIn, ORG } from '../session/rows.read-model.ts';
import { textsReadable } from '../session/readable-texts.ts';

/** Successful calls from which a tool is no longer new, and from which it is mature: more added little in trials. */
const NEW_BELOW = 5;
const MATURE_FROM = 20;

const MEASURED = `
  SELECT d.*, o.slug FROM broker_decisions d JOIN orgs o ON o.id = d.org_id
   WHERE ($1::uuid IS NULL OR d.org_id = $1) AND d.created_at > $2 AND ($3::text IS NULL OR d.mode = $3)
     AND d.tools_brokered IS NOT NULL AND cardinality(d.tools_selected) > 0`;

/** One row per turn, or per tool that a turn called. */
const CALLS = `
  SELECT m.*, s.tool, NOT s.tool = ANY(m.tools_missed) AS hit,
         (SELECT count(*) FROM tool_calls c WHERE c.org_id = m.org_id AND c.tool = s.tool AND c.success
             AND c.created_at < m.created_at) AS calls
    FROM measured m CROSS JOIN LATERAL (SELECT DISTINCT unnest(m.tools_selected) AS tool) s
   WHERE s.tool <> 'tool_search'`;
const TURNS = `SELECT m.*, cardinality(m.tools_missed) = 0 AS hit FROM measured m`;

/** A turn can have several intents; a message without an intent counts as `general`. */
const INTENTS = `
  SELECT m.*, i.intent, cardinality(m.tools_missed) = 0 AS hit
    FROM measured m CROSS JOIN LATERAL unnest(coalesce(nullif(m.intents, '{}'), '{general}')) AS i(intent)`;

const keyOf: Record<BrokerGrouping, string> = {
  day: `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  org: 'slug',
  agent: 'agent',
  language: `coalesce(language, 'unknown')`,
  mode: 'mode',
  tool: 'tool',
  intent: 'intent',
  maturity: `CASE WHEN calls < ${NEW_BELOW} THEN 'new' WHEN calls < ${MATURE_FROM} THEN 'young' ELSE 'mature' END`,
};

const ROWS: Partial<Record<BrokerGrouping, string>> = { tool: CALLS, maturity: CALLS, intent: INTENTS };

const figuresBy = (by: BrokerGrouping) => `
  WITH measured AS (${MEASURED}), rows AS (${ROWS[by] ?? TURNS})
  SELECT ${keyOf[by]} AS key, count(*)::int AS turns, (count(*) FILTER (WHERE hit))::int AS hits,
         round(avg(hit::int), 4)::float8 AS rate, round(avg(tools_in_scope), 2)::float8 AS "toolsInScope",
         round(avg(cardinality(tools_brokered)), 2)::float8 AS "toolsBrokered",
         sum(tokens_in_scope - coalesce(tokens_brokered, tokens_offered))::int AS "tokensSaved",
         sum(tokens_in_scope - coalesce(tokens_brokered, tokens_offered) - cached_tokens_lost)::int AS "tokensSavedNet",
         jsonb_build_object('p50', coalesce(percentile_disc(0.5) WITHIN GROUP (ORDER BY selection_us), 0),
                            'p99', coalesce(percentile_disc(0.99) WITHIN GROUP (ORDER BY selection_us), 0)) AS "selectionUs"
    FROM rows GROUP BY 1 ORDER BY 1 LIMIT 500`;

const MISSES = `
  SELECT d.turn_id AS "turnId", ${ORG}, d.created_at AS "createdAt",
         d.mode, d.agent, d.tools_missed AS missed, d.ranking, d.found_by_search AS "foundBySearch",
         CASE WHEN ${textsReadable('$3', 'd.org_id')} THEN m.text END AS message
    FROM broker_decisions d
    JOIN orgs o ON o.id = d.org_id
    JOIN turns t ON t.org_id = d.org_id AND t.id = d.turn_id
    LEFT JOIN messages m ON m.org_id = t.org_id AND m.id = t.message_id
   WHERE ($1::uuid IS NULL OR d.org_id = $1) AND d.created_at > $2 AND cardinality(d.tools_missed) > 0
     AND ($4::timestamptz IS NULL OR (d.created_at, d.turn_id) < ($4, $5::uuid))
     AND ($7::text IS NULL OR $7 = ANY (d.tools_missed))
   ORDER BY d.created_at DESC, d.turn_id DESC LIMIT $6`;

const MISS = `
  SELECT d.org_id AS "orgId", d.tools_missed AS missed, m.text AS message
    FROM orgs o
   CROSS JOIN LATERAL (SELECT * FROM broker_decisions i WHERE i.org_id = o.id AND i.turn_id = $2 LIMIT 1) d
    JOIN turns t ON t.org_id = d.org_id AND t.id = d.turn_id
    LEFT JOIN messages m ON m.org_id = t.org_id AND m.id = t.message_id
   WHERE ($1::uuid IS NULL OR o.id = $1) AND cardinality(d.tools_missed) > 0`;

const ORG_OF_DECISION = `
  SELECT d.org_id AS "orgId" FROM orgs o
   CROSS JOIN LATERAL (SELECT org_id FROM broker_decisions i WHERE i.org_id = o.id AND i.turn_id = $2 LIMIT 1) d
   WHERE $1::uuid IS NULL OR o.id = $1`;

interface Miss {
  orgId: string;
  missed: string[];
  message: string | null;
}

export async function brokerFigures(
  scope: OrgScope,
  since: Date,
  { by, mode }: BrokerMetricsQuery,
): Promise<BrokerMetrics> {
  return { groups: await scope.rows(figuresBy(by), [scope.orgId, since, mode ?? null]) };
}

/** @param page `tool` keeps only turns that missed this tool. */
export async function missPage(
  scope: OrgScope,
  since: Date,
  { tool, limit, cursor }: { tool?: string | undefined; limit: number; cursor?: string | undefined },
): Promise<BrokerMissPage> {
  const values = [scope.orgId, since, scope.texts, ...momentIn(cursor), limit + 1, tool ?? null];
  const rows = await scope.rows<BrokerMiss>(MISSES, values);
  // Older turns name a tool once for each call.
  const misses = rows.map((row) => ({ ...row, missed: [...new Set(row.missed)] }));
  return toPage(misses, limit, ({ createdAt, turnId }) => cursorAt(createdAt, turnId));
}

/** For viewers who may read its message. @returns undefined if `scope` has no such turn or it missed no tool. */
export function findMiss(scope: OrgScope, turnId: string): Promise<Miss | undefined> {
  return scope.row(MISS, [scope.orgId, turnId]);
}

/** The org of a turn with a broker decision; undefined if `scope` has no such turn. */
export async function orgOfDecision(scope: OrgScope, turnId: string): Promise<string | undefined> {
  return (await scope.row<{ orgId: string }>(ORG_OF_DECISION, [scope.orgId, turnId]))?.orgId;
}
