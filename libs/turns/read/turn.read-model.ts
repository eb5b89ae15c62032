import { Injectable } from '@nestjs/common';
import {
  momentCursor,
  toPage,
  type FeedbackView,
  type Page,
  type TurnQuery,
  type TurnView,
} from '#contracts';
import { Database } from '#database';
import type { Turn } from '../turn.entity.ts';

type TurnRow = Pick<
  Turn,
  | 'id'
  | 'conversationId'
  | 'traceId'
  | 'state'
  | 'pack'
  | 'agent'
  | 'channel'
  | 'replyMessageId'
  | 'errorClass'
  | 'errorMessage'
  | 'promptTokens'
  | 'cachedTokens'
  | 'completionTokens'
  | 'costUsd'
  | 'modelRounds'
  | 'toolCalls'
  | 'createdAt'
  | 'startedAt'
  | 'finishedAt'
  | 'metadata'
> & { replyText: string | null; feedback: FeedbackView[]; waitsFor: TurnView['waitsFor'] };

const SELECT = `
  SELECT t.id, t.conversation_id AS "conversationId", t.trace_id AS "traceId", t.state, t.pack, t.agent, t.channel,
         t.reply_message_id AS "replyMessageId", m.text AS "replyText", t.error_class AS "errorClass",
         t.error_message AS "errorMessage", t.prompt_tokens AS "promptTokens", t.cached_tokens AS "cachedTokens",
         t.completion_tokens AS "completionTokens", t.cost_usd AS "costUsd", t.model_rounds AS "modelRounds",
         t.tool_calls AS "toolCalls", t.created_at AS "createdAt", t.started_at AS "startedAt",
         t.finished_at AS "finishedAt", t.metadata, (
           SELECT coalesce(jsonb_agg(jsonb_build_object('rating', f.rating, 'comment', f.comment, 'at', f.updated_at)
                                     ORDER BY f.updated_at DESC), '[]')
             FROM turn_feedback f WHERE f.org_id = t.org_id AND f.turn_id = t.id) AS feedback,
         CASE WHEN t.state = 'awaiting_approval' THEN (
           SELECT jsonb_agg(jsonb_build_object('id', a.id, 'tool', a.tool, 'reason', a.reason) ORDER BY a.step_key)
             FROM approvals a WHERE a.org_id = t.org_id AND a.turn_id = t.id AND a.state = 'pending') END AS "waitsFor"
    FROM turns t LEFT JOIN messages m ON m.org_id = t.org_id AND m.id = t.reply_message_id
   WHERE t.org_id = $1`;

/** Turns as the api shows them. */
@Injectable()
export class TurnReadModel {
  constructor(private readonly database: Database) {}

  /** @returns undefined if the org has no such turn. */
  async find(orgId: string, turnId: string): Promise<TurnView | undefined> {
    const rows = await this.database.forOrg(orgId, (tx) =>
      tx.query<TurnRow>(`${SELECT} AND t.id = $2`, [turnId]),
    );
    return rows[0] && toView(rows[0]);
  }

  /**
   * A page of the turns that match the query, newest first.
   *
   * @throws CursorError for a cursor that no page returned.
   */
  async page(orgId: string, query: TurnQuery): Promise<Page<TurnView>> {
    const { conditions, values } = conditionsOf(query);
    const rows = await this.database.forOrg(orgId, (tx) =>
      tx.query<TurnRow>(`${SELECT}${conditions} ORDER BY t.created_at DESC, t.id DESC LIMIT $2`, [
        query.limit + 1,
        ...values,
      ]),
    );
    return toPage(rows, query.limit, (row) => momentCursor.encode([row.createdAt, row.id]), toView);
  }
}

/** The requested filters as SQL over the values from `$3` on. Absent filters add nothing, so that the planner sees each query as it is. */
function conditionsOf(query: TurnQuery): { conditions: string; values: unknown[] } {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value) + 2}`;
  const conditions = [
    query.state && `t.state = ${place(query.state)}`,
    query.conversation && `t.conversation_id = ${place(query.conversation)}`,
    query.contact &&
      `t.conversation_id IN (SELECT c.id FROM conversations c WHERE c.org_id = $1 AND c.contact_id = ${place(query.contact)})`,
    query.agent && agentCondition(query.agent, place),
    query.from && `t.created_at >= ${place(query.from)}`,
    query.to && `t.created_at < ${place(query.to)}`,
    query.cursor && cursorCondition(query.cursor, place),
  ];
  return {
    conditions: conditions
      .filter(Boolean)
      .map((condition) => ` AND ${condition}`)
      .join(''),
    values,
  };
}

function agentCondition(name: string, place: (value: unknown) => string): string {
  const [pack, agent] = name.includes('/') ? name.split('/') : [undefined, name];
  return pack ? `t.pack = ${place(pack)} AND t.agent = ${place(agent)}` : `t.agent = ${place(agent)}`;
}

function cursorCondition(cursor: string, place: (value: unknown) => string): string {
  const [at, id] = momentCursor.decode(cursor);
  return `(t.created_at, t.id) < (${place(at)}, ${place(id)})`;
}

function toView(row: TurnRow): TurnView {
  const self = `/v1/turns/${row.id}`;
  return {
    id: row.id,
    conversationId: row.conversationId,
    traceId: row.traceId,
    state: row.state,
    agent: row.agent ? `${row.pack}/${row.agent}` : null,
    channel: row.channel,
    reply: row.replyMessageId ? { messageId: row.replyMessageId, text: row.replyText ?? '' } : null,
    error: row.errorClass ? { class: row.errorClass, message: row.errorMessage ?? '' } : null,
    totals: {
      promptTokens: row.promptTokens,
      cachedTokens: row.cachedTokens,
      completionTokens: row.completionTokens,
      costUsd: Number(row.costUsd),
      modelRounds: row.modelRounds,
      toolCalls: row.toolCalls,
    },
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    metadata: row.metadata,
    feedback: row.feedback.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
    waitsFor: row.waitsFor ?? null,
    links: { self, events: `${self}/events` },
  };
}
