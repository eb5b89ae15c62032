import type { ConsoleTurn } from '#contracts/console';
import { replyMsOf } from '#turns';
import { playgroundName } from '../playground/playground-contact.ts';
import { readsTextsOf, type ReadableTexts } from '../session/readable-texts.ts';
import { ORG } from '../session/rows.read-model.ts';

export const EXCERPT_CHARACTERS = 160;

/** Stored with the reply. For a turn without a reply, the trace of its last run has the value. */
const RAN_WITH = (column: 'agent' | 'model', ofRun: string) =>
  `CASE WHEN t.${column} IS NULL AND t.state IN ('failed', 'cancelled') THEN (SELECT ${ofRun} FROM traces r
     WHERE r.org_id = t.org_id AND r.trace_id = t.trace_id AND r.turn_id = t.id AND r.kind = 'turn'
       AND r.started_at BETWEEN t.created_at AND t.finished_at ORDER BY r.started_at DESC LIMIT 1) ELSE t.${column} END`;

/** Columns of turns (`t`) that answers have as `replyMs`, `waitedMs`, `retries`, `error` and `totals`. */
export const OUTCOME_COLUMNS = `${replyMsOf('t')} AS "replyMs", t.waited_ms AS "waitedMs", t.retries,
  CASE WHEN t.error_class IS NOT NULL
       THEN json_build_object('class', t.error_class, 'message', coalesce(t.error_message, '')) END AS error,
  json_build_object('promptTokens', t.prompt_tokens, 'cachedTokens', t.cached_tokens, 'completionTokens', t.completion_tokens,
    'costUsd', t.cost_usd::float8, 'modelRounds', t.model_rounds, 'toolCalls', t.tool_calls) AS totals`;

/** Columns of a {@link ConsoleTurn} over turns (`t`) and their org (`o`), except `excerpt` and `found`. */
export const TURN_COLUMNS = `t.id, ${ORG}, t.conversation_id AS "conversationId", t.trace_id AS "traceId", t.state, t.channel, t.pack,
  ${RAN_WITH('agent', 'r.agent')} AS agent, t.contact_id AS "contactId", ${playgroundName('t.contact_id')} AS "contactName",
  ${RAN_WITH('model', 'r.models[1]')} AS model, ${OUTCOME_COLUMNS}, t.override,
  t.created_at AS "createdAt", t.started_at AS "startedAt", t.finished_at AS "finishedAt"`;

/** The turn with its texts on one line, or without them where the texts of its org may not be read. */
export function turnView(turn: ConsoleTurn, { texts }: { texts: ReadableTexts }): ConsoleTurn {
  if (!readsTextsOf(texts, turn.org.id)) return { ...turn, excerpt: null, found: null };
  const { excerpt, found } = turn;
  return {
    ...turn,
    excerpt: oneLine(excerpt ?? ''),
    found: found && { ...found, text: oneLine(found.text) },
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
