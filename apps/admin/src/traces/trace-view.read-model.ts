import type { ConsoleTrace } from '#contracts/console';
import { ATTRIBUTES } from '#telemetry';
import type { OrgScope } from '../session/org-scope.ts';
import { ANSWERED_BY, AWAITS_APPROVAL, CANCELLED } from './run-conditions.ts';
import { traceView, type WaterfallSpan } from './trace-view.ts';

/** A single turn never has more spans; a caller's trace over a whole day can. */
export const MAX_SPANS = 10_000;

const SPANS = `
  SELECT s.span_id AS "spanId", s.parent_span_id AS "parentSpanId", s.name, s.kind, s.status,
         ${AWAITS_APPROVAL('s')} AS "awaitsApproval", ${CANCELLED('s', `s.attributes ->> '${ATTRIBUTES.errorType}'`)} AS cancelled, s.turn_id AS "turnId",
         (extract(epoch FROM s.started_at) * 1000)::double precision AS "startedAtMs", s.latency_ms AS "latencyMs",
         s.model, s.prompt_tokens AS "promptTokens", s.cached_tokens AS "cachedTokens",
         s.completion_tokens AS "completionTokens", s.cost_usd::double precision AS "costUsd",
         s.error_message AS "errorMessage", ${ANSWERED_BY('s')} AS "answeredBy",
         (s.attributes ? '${ATTRIBUTES.replayed}' OR s.attributes ->> '${ATTRIBUTES.approval}' = 'pending') AS repeated
    FROM spans s
   WHERE s.trace_id = $1 AND ($2::uuid IS NULL OR s.org_id = $2)
   ORDER BY s.started_at, s.span_id
   LIMIT ${MAX_SPANS + 1}`;

/** @param turnId shows the trace at this turn. @returns undefined if `scope` has no span of the trace. */
export async function findTrace(
  scope: OrgScope,
  traceId: string,
  turnId?: string,
): Promise<ConsoleTrace | undefined> {
  const stored = await scope.rows<WaterfallSpan>(SPANS, [traceId, scope.orgId]);
  if (stored.length === 0) return undefined;
  // A request with steps is stored by its process, and with the turn that it accepted.
  const rows = [...new Map(stored.map((row) => [row.spanId, row])).values()];
  return { ...traceView(traceId, rows.slice(0, MAX_SPANS), turnId), truncated: rows.length > MAX_SPANS };
}
