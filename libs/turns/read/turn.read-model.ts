import { Injectable } from '@nestjs/common';
import { momentCursor, toPage, type Page, type TurnQuery, type TurnView } from '#contracts';
import { Database } from '#database';

type Times = 'createdAt' | 'startedAt' | 'finishedAt';
type TurnRow = Omit<TurnView, Times | 'links'> & Record<Times, Date | null> & { createdAt: Date };

const SELECT = `
  SELECT t.id, t.conversation_id AS "conversationId", t.trace_id AS "traceId", t.state,
         CASE WHEN t.agent IS NOT NULL THEN t.pack || '/' || t.agent END AS agent, t.channel,
         CASE WHEN t.reply_message_id IS NOT NULL THEN
           json_build_object('messageId', t.reply_message_id, 'text', coalesce(m.text, '')) END AS reply,
         CASE WHEN t.error_class IS NOT NULL THEN
           json_build_object('class', t.error_class, 'message', coalesce(t.error_message, '')) END AS error,
         json_build_object('promptTokens', t.prompt_tokens, 'cachedTokens', t.cached_tokens,
           'completionTokens', t.completion_tokens, 'costUsd', t.cost_usd, 'modelRounds', t.model_rounds,
           'toolCalls', t.tool_calls) AS totals,
         t.created_at AS "createdAt", t.started_at AS "startedAt", t.finished_at AS "finishedAt", t.metadata, (
           SELECT coalesce(jsonb_agg(jsonb_build_object('rating', f.rating, 'comment', f.comment, 'at', f.updated_at)
                                     ORDER BY f.updated_at DESC), '[]')
             FROM turn_feedback f WHERE f.org_id = t.org_id AND f.turn_id = t.id) AS feedback,
         CASE WHEN t.state = 'awaiting_approval' THEN (
           SELECT jsonb_agg(jsonb_build_object('id', a.id, 'tool', a.tool, 'reason', a.reason) ORDER BY a.step_key)
             FROM approvals a WHERE a.org_id = t.org_id AND a.turn_id = t.id AND a.state = 'pending') END AS "waitsFor"
    FROM turns t LEFT JOIN messages m ON m.org_id = t.org_id AND m.id = t.reply_message_id
   WHERE t.org_id = $1`;

@Injectable()
export class TurnReadModel {
  constructor(private readonly database: Database) {}

  async find(orgId: string, turnId: string): Promise<TurnView | undefined> {
    const row = await this.database.forOrgAtOnce(orgId, (tx) =>
      tx.first<TurnRow>(`${SELECT} AND t.id = $2`, [turnId]),
    );
    return row && toView(row);
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
    ...row,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    feedback: row.feedback.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
    links: { self, events: `${self}/events` },
  };
}
