import type { ConsoleSpanDetail } from '#contracts/console';
import { ATTRIBUTES } from '#telemetry';
import type { OrgScope } from '../session/org-scope.ts';
import { readsTextsOf, textsReadable } from '../session/readable-texts.ts';
import { readable } from './span-json.ts';

const READABLE = textsReadable('$4', 's.org_id');

const SPAN = `
  SELECT s.org_id AS "orgId", s.span_id AS "spanId", s.trace_id AS "traceId", s.name, coalesce(s.kind, 'other') AS kind, s.status,
         s.started_at AS "startedAt", s.latency_ms AS "durationMs", s.provider, s.model, s.agent, s.task, s.intent, s.tool,
         s.attributes ->> '${ATTRIBUTES.outboxTaskId}' AS "outboxTaskId",
         s.prompt_tokens AS "promptTokens", s.cached_tokens AS "cachedTokens", s.completion_tokens AS "completionTokens",
         s.cost_usd::double precision AS "costUsd", s.error_message AS "errorMessage", s.attributes,
         CASE WHEN ${READABLE} THEN s.input END AS input, CASE WHEN ${READABLE} THEN s.output END AS output,
         CASE WHEN ${READABLE} THEN s.thought_summary END AS "thoughtSummary", CASE WHEN ${READABLE} THEN s.draft_reply END AS "draftReply",
         CASE WHEN ${READABLE} THEN s.thought_steps END AS "thoughtSteps", CASE WHEN ${READABLE} THEN s.tool_calls END AS "toolCalls"
    FROM spans s
   WHERE s.trace_id = $1 AND s.span_id = $2 AND ($3::uuid IS NULL OR s.org_id = $3)
   ORDER BY s.started_at DESC
   LIMIT 1`;

type SpanRow = Omit<ConsoleSpanDetail, 'textsHidden'> & {
  orgId: string;
  input: string | null;
  output: string | null;
};

/** @returns undefined if `scope` has no such span. */
export async function findSpan(
  scope: OrgScope,
  traceId: string,
  spanId: string,
): Promise<ConsoleSpanDetail | undefined> {
  const row = await scope.row<SpanRow>(SPAN, [traceId, spanId, scope.orgId, scope.texts]);
  if (!row) return undefined;
  const { orgId, ...span } = row;
  const readableTexts = readsTextsOf(scope.texts, orgId);
  return {
    ...span,
    input: readable(row.input),
    output: readable(row.output),
    // An attribute may quote user text.
    attributes: readableTexts ? row.attributes : {},
    textsHidden: !readableTexts,
  };
}
