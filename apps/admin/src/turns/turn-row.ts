import type { TurnOverride, TurnState } from '#contracts';
import type { ConsoleTurn } from '#contracts/console';
import { playgroundName } from '../playground/playground-contact.ts';
import { readsTextsOf, type ReadableTexts } from '../session/readable-texts.ts';

type FoundRole = NonNullable<ConsoleTurn['found']>['role'];

/** A row of `turns` (as `t`) with its org (`o`) and the first characters of its message (`excerpt`). */
export interface TurnRow {
  id: string;
  orgId: string;
  orgSlug: string;
  orgName: string;
  conversationId: string;
  traceId: string;
  state: TurnState;
  channel: string;
  pack: string;
  agent: string | null;
  contactId: string;
  contactName: string | null;
  model: string | null;
  excerpt: string | null;
  foundRole?: FoundRole | null;
  foundText?: string | null;
  errorClass: string | null;
  errorMessage: string | null;
  promptTokens: number;
  cachedTokens: number;
  completionTokens: number;
  costUsd: string;
  modelRounds: number;
  toolCalls: number;
  override: TurnOverride | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export const EXCERPT_CHARACTERS = 160;

/** Stored with the reply. For a turn without a reply, the span of its last run has the value. */
const RAN_WITH = (column: 'agent' | 'model') =>
  `CASE WHEN t.${column} IS NULL AND t.state IN ('failed', 'cancelled') THEN (SELECT s.${column} FROM spans s
     WHERE s.org_id = t.org_id AND s.trace_id = t.trace_id AND s.turn_id = t.id AND s.kind = 'turn'
       AND s.started_at BETWEEN t.created_at AND t.finished_at ORDER BY s.started_at DESC LIMIT 1) ELSE t.${column} END`;

/** Columns of a {@link TurnRow} except the excerpt. */
export const TURN_COLUMNS = `t.id, t.org_id AS "orgId", o.slug AS "orgSlug", o.name AS "orgName",
  t.conversation_id AS "conversationId", t.trace_id AS "traceId", t.state, t.channel, t.pack, ${RAN_WITH('agent')} AS agent,
  t.contact_id AS "contactId", ${playgroundName('t.contact_id')} AS "contactName", ${RAN_WITH('model')} AS model, t.error_class AS "errorClass", t.error_message AS "errorMessage",
  t.prompt_tokens AS "promptTokens", t.cached_tokens AS "cachedTokens", t.completion_tokens AS "completionTokens",
  t.cost_usd AS "costUsd", t.model_rounds AS "modelRounds", t.tool_calls AS "toolCalls", t.override,
  t.created_at AS "createdAt", t.started_at AS "startedAt", t.finished_at AS "finishedAt"`;

export function turnView(row: TurnRow, { texts }: { texts: ReadableTexts }): ConsoleTurn {
  const readable = readsTextsOf(texts, row.orgId);
  return {
    id: row.id,
    org: { id: row.orgId, slug: row.orgSlug, name: row.orgName },
    conversationId: row.conversationId,
    traceId: row.traceId,
    state: row.state,
    channel: row.channel,
    pack: row.pack,
    agent: row.agent,
    contactId: row.contactId,
    contactName: row.contactName,
    model: row.model,
    excerpt: readable ? oneLine(row.excerpt ?? '') : null,
    found:
      readable && row.foundRole && row.foundText
        ? { role: row.foundRole, text: oneLine(row.foundText) }
        : null,
    error: row.errorClass === null ? null : { class: row.errorClass, message: row.errorMessage ?? '' },
    totals: {
      promptTokens: row.promptTokens,
      cachedTokens: row.cachedTokens,
      completionTokens: row.completionTokens,
      costUsd: Number(row.costUsd),
      modelRounds: row.modelRounds,
      toolCalls: row.toolCalls,
    },
    override: row.override,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
