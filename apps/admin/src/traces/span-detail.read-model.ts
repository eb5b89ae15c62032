import { readable, type ConsoleSpanDetail } from '#contracts/console';
import { ATTRIBUTES } from '#telemetry';
import type { EffectiveTool, ToolRegistry } from '#tools';
import type { OrgScope } from '../session/org-scope.ts';
import { readsTextsOf, textsReadable } from '../session/readable-texts.ts';
import { wholeInput } from './model-input.ts';
import { ANSWERED_BY } from './run-conditions.ts';

const READABLE = textsReadable('$4', 's.org_id');
const OF_TURN = (other: string) =>
  `FROM spans ${other} WHERE ${other}.trace_id = s.trace_id AND ${other}.org_id = s.org_id AND ${other}.turn_id = s.turn_id`;

const SPAN = `
  SELECT s.org_id AS "orgId", s.span_id AS "spanId", s.trace_id AS "traceId", s.name, coalesce(s.kind, 'other') AS kind, s.status,
         s.started_at AS "startedAt", s.latency_ms AS "durationMs", s.provider, s.model, ${ANSWERED_BY('s')} AS "answeredBy", s.agent, s.task, s.intent, s.tool,
         s.attributes ->> '${ATTRIBUTES.outboxTaskId}' AS "outboxTaskId",
         s.prompt_tokens AS "promptTokens", s.cached_tokens AS "cachedTokens", s.completion_tokens AS "completionTokens",
         s.cost_usd::double precision AS "costUsd", s.error_message AS "errorMessage", s.attributes,
         CASE WHEN ${READABLE} THEN s.prompt END AS prompt, CASE WHEN ${READABLE} THEN s.input END AS input,
         CASE WHEN ${READABLE} THEN s.output END AS output,
         CASE WHEN ${READABLE} THEN s.thought_summary END AS "thoughtSummary", CASE WHEN ${READABLE} THEN s.draft_reply END AS "draftReply",
         CASE WHEN ${READABLE} THEN s.thought_steps END AS "thoughtSteps", CASE WHEN ${READABLE} THEN s.tool_calls END AS "toolCalls",
         CASE WHEN ${READABLE} AND s.prompt IS NOT NULL THEN (SELECT json_object_agg(i.span_id, i.input) ${OF_TURN('i')} AND i.kind = 'model') END AS inputs,
         CASE WHEN s.name LIKE 'chat %' AND NOT s.attributes ? '${ATTRIBUTES.withoutTools}' THEN (
           SELECT b.attributes -> 'turnpike.broker.offered' ${OF_TURN('b')} AND b.kind = 'broker' AND b.started_at < s.started_at
            ORDER BY b.started_at DESC LIMIT 1) END AS offered
    FROM spans s
   WHERE s.trace_id = $1 AND s.span_id = $2 AND ($3::uuid IS NULL OR s.org_id = $3)
   ORDER BY s.started_at DESC
   LIMIT 1`;

type SpanRow = Omit<ConsoleSpanDetail, 'textsHidden' | 'offered'> & {
  orgId: string;
  prompt: string | null;
  input: string | null;
  output: string | null;
  /** The inputs of the model calls of the turn, by span. */
  inputs: Record<string, string | null> | null;
  offered: string[] | null;
};

/** @returns undefined if `scope` has no such span. */
export async function findSpan(
  scope: OrgScope,
  traceId: string,
  spanId: string,
  registry: Pick<ToolRegistry, 'effective'>,
): Promise<ConsoleSpanDetail | undefined> {
  const row = await scope.row<SpanRow>(SPAN, [traceId, spanId, scope.orgId, scope.texts]);
  if (!row) return undefined;
  const { orgId, prompt, inputs, offered, ...span } = row;
  const readableTexts = readsTextsOf(scope.texts, orgId);
  return {
    ...span,
    input: prompt === null ? readable(row.input) : wholeInput(row, new Map(Object.entries(inputs ?? {}))),
    output: readable(row.output),
    offered: offered?.map((name) => offeredTool(name, registry.effective(orgId).tool(name))) ?? null,
    // An attribute may quote user text.
    attributes: readableTexts ? row.attributes : {},
    textsHidden: !readableTexts,
  };
}

function offeredTool(name: string, now: EffectiveTool | undefined) {
  return { name, description: now?.metadata.description ?? null, parameters: now?.parameters ?? null };
}
