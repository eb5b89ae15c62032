import type { OrgTransaction, PlatformTransaction } from '#database';
import { ATTRIBUTES } from '#telemetry';

const ENDED = `state IN ('completed', 'failed', 'cancelled')`;

/** Uses the index `ix_spans_open`, which covers only open spans. */
const ENDED_TURNS_WITH_OPEN_SPANS = `
  SELECT "orgId", array_agg(DISTINCT "turnId") AS "turnIds"
    FROM (SELECT t.org_id AS "orgId", t.id AS "turnId"
            FROM spans s JOIN turns t ON t.org_id = s.org_id AND t.id = s.turn_id AND t.trace_id = s.trace_id
           WHERE s.status = 'running' AND s.kind = 'turn' AND t.${ENDED} AND t.finished_at < $1
           ORDER BY s.started_at LIMIT $2) open
   GROUP BY 1`;

export interface EndedTurns {
  orgId: string;
  turnIds: string[];
}

/** @returns turns of all orgs that ended before `before` and have an open span of a run. */
export function endedTurnsWithOpenSpans(
  tx: PlatformTransaction,
  look: { before: Date; limit: number },
): Promise<EndedTurns[]> {
  return tx.query<EndedTurns>(ENDED_TURNS_WITH_OPEN_SPANS, [look.before, look.limit]);
}

const OF_RUN = 'The worker was gone before the end of this run; another worker continued the turn.';
const OF_STEP = 'The worker was gone before it wrote the end of this step.';

/**
 * The last run ends with its turn; an earlier run ends when the next run starts, as in the totals of a trace. An open step
 * of such a run gets no duration, because its end is unknown, and counts as a success only if its run succeeded. Steps are
 * followed from their run downwards, except outbox tasks and turns caused by tools, which continue long after the turn.
 *
 * The spans of the turns are read once and followed in memory: without statistics, PostgreSQL would join every step with
 * all spans of the org. Turns whose rows another sweep has locked are skipped.
 */
const END_OPEN_SPANS = `
  WITH RECURSIVE ended_turns AS MATERIALIZED (
    SELECT id, trace_id, state, agent, finished_at,
           concat_ws(': ', error_class, CASE WHEN $3 THEN error_message END) AS error
      FROM turns WHERE org_id = $1 AND id = ANY ($2) AND ${ENDED} FOR NO KEY UPDATE SKIP LOCKED
  ), in_turns AS MATERIALIZED (
    SELECT trace_id, span_id, parent_span_id, started_at, status, kind, turn_id, agent
      FROM spans
     WHERE org_id = $1 AND turn_id = ANY ($2) AND trace_id = ANY (ARRAY(SELECT trace_id FROM ended_turns))
  ), runs AS MATERIALIZED (
    SELECT s.trace_id, s.span_id, s.started_at, s.status, s.turn_id, t.state, t.agent, t.finished_at, t.error,
           lead(s.started_at) OVER (PARTITION BY s.turn_id ORDER BY s.started_at) AS next_began_at
      FROM ended_turns t JOIN in_turns s ON s.trace_id = t.trace_id AND s.turn_id = t.id AND s.kind = 'turn'
  ), ended AS (
    SELECT trace_id, span_id, started_at, turn_id, agent,
           CASE WHEN next_began_at IS NOT NULL OR state = 'failed' THEN 'error' ELSE 'success' END AS status,
           CASE WHEN next_began_at IS NOT NULL THEN '${OF_RUN}' WHEN state = 'failed' THEN error END AS message,
           greatest(extract(epoch FROM coalesce(next_began_at, finished_at) - started_at) * 1000, 0) AS latency_ms,
           CASE WHEN next_began_at IS NULL AND state = 'completed' THEN 'success' ELSE 'error' END AS status_of_steps
      FROM runs WHERE status = 'running'
    UNION
    SELECT s.trace_id, s.span_id, s.started_at, s.turn_id, s.agent, above.status_of_steps,
           CASE WHEN above.status_of_steps = 'error' THEN '${OF_STEP}' END, NULL, above.status_of_steps
      FROM ended above JOIN in_turns s ON s.trace_id = above.trace_id AND s.turn_id = above.turn_id
       AND s.parent_span_id = above.span_id AND s.kind IS DISTINCT FROM 'job' AND s.kind IS DISTINCT FROM 'turn'
  )
  UPDATE spans s SET status = e.status, error_message = e.message, latency_ms = e.latency_ms,
         agent = coalesce(s.agent, e.agent), attributes = (s.attributes - '${ATTRIBUTES.process}') || '{"${ATTRIBUTES.endInferred}":true}'
    FROM ended e
   WHERE s.org_id = $1 AND s.trace_id = e.trace_id AND s.span_id = e.span_id AND s.started_at = e.started_at
     AND s.status = 'running'`;

/** Number of turns per batch. Their rows are locked, and their spans, about twenty per turn, are followed in memory. */
export const TURNS_AT_ONCE = 50;

/**
 * Ends the open spans of ended turns: those of runs and of their steps.
 *
 * @param turnIds at most {@link TURNS_AT_ONCE}.
 * @param texts whether the org's spans may contain error messages, and not only error classes.
 * @returns the number of ended spans.
 */
export function endOpenSpans(tx: OrgTransaction, turnIds: string[], texts: boolean): Promise<number> {
  return tx.execute(END_OPEN_SPANS, [turnIds, texts]);
}
