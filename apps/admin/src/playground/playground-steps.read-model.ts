import type { PlaygroundSteps } from '#contracts/console';
import type { OrgScope } from '../session/org-scope.ts';
import { stepsOf, type StepSpan } from './playground-steps.ts';

const MAX_SPANS = 500;

const TURN = `
  SELECT t.org_id AS "orgId", t.trace_id AS "traceId"
    FROM orgs o
   CROSS JOIN LATERAL (SELECT * FROM turns i WHERE i.org_id = o.id AND i.id = $2 LIMIT 1) t
   WHERE $1::uuid IS NULL OR o.id = $1`;

const SPANS = `
  SELECT s.span_id AS "spanId", s.parent_span_id AS "parentSpanId", s.name, s.kind, s.status, s.agent, s.intent, s.model,
         s.input, s.output, s.tool_calls AS "toolCalls", s.attributes, s.cost_usd::double precision AS "costUsd",
         s.prompt_tokens + s.completion_tokens AS tokens, s.latency_ms AS "durationMs",
         s.error_message AS "errorMessage"
    FROM spans s
   WHERE s.trace_id = $2 AND s.org_id = $1 AND s.turn_id = $3
     AND s.kind IN ('intent', 'broker', 'route', 'model', 'tool', 'program')
   ORDER BY s.started_at, s.span_id LIMIT ${MAX_SPANS}`;

/**
 * The steps of a turn so far, read from its spans, with the turn's org. Spans are stored within 250 ms of their end. The
 * caller must check that the viewer may read texts. @returns undefined if `scope` has no such turn.
 */
export function findSteps(
  scope: OrgScope,
  turnId: string,
): Promise<{ orgId: string; steps: PlaygroundSteps } | undefined> {
  return scope.run(async (tx) => {
    const [turn] = await tx.queryUnscoped<{ orgId: string; traceId: string }>(TURN, [scope.orgId, turnId]);
    if (!turn) return undefined;
    const spans = await tx.queryUnscoped<StepSpan>(SPANS, [turn.orgId, turn.traceId, turnId]);
    return { orgId: turn.orgId, steps: stepsOf(spans) };
  });
}
