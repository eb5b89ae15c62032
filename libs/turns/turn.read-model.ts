import { MAX_PAGE_SIZE, type TurnState, type TurnView } from '#contracts';
import type { Database, OrgTransaction } from '#database';
import { decodeCursor, encodeCursor } from './cursor.ts';

interface TurnRow {
  id: string;
  conversationId: string;
  traceId: string;
  state: TurnState;
  pack: string;
  agent: string | null;
  channel: string;
  replyMessageId: string | null;
  replyText: string | null;
  errorClass: string | null;
  errorMessage: string | null;
  promptTokens: number;
  cachedTokens: number;
  completionTokens: number;
  costUsd: string;
  modelRounds: number;
  toolCalls: number;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  metadata: Record<string, unknown>;
}

const SELECT = `
  SELECT t.id, t.conversation_id AS "conversationId", t.trace_id AS "traceId", t.state, t.pack, t.agent, t.channel,
         t.reply_message_id AS "replyMessageId", m.text AS "replyText", t.error_class AS "errorClass",
         t.error_message AS "errorMessage", t.prompt_tokens AS "promptTokens", t.cached_tokens AS "cachedTokens",
         t.completion_tokens AS "completionTokens", t.cost_usd AS "costUsd", t.model_rounds AS "modelRounds",
         t.tool_calls AS "toolCalls", t.created_at AS "createdAt", t.started_at AS "startedAt",
         t.finished_at AS "finishedAt", t.metadata
    FROM turns t LEFT JOIN messages m ON m.org_id = t.org_id AND m.id = t.reply_message_id
   WHERE t.org_id = $1`;

/** Turns as the api shows them. */
export class TurnReadModel {
  constructor(private readonly database: Database) {}

  /** @returns undefined when the org has no such turn. */
  async find(orgId: string, turnId: string): Promise<TurnView | undefined> {
    const rows = await this.database.forOrg(orgId, (tx) =>
      tx.query<TurnRow>(`${SELECT} AND t.id = $2`, [turnId]),
    );
    return rows[0] && toView(rows[0]);
  }

  /**
   * A page of turns, newest first.
   *
   * @param cursor of the page before; undefined for the first.
   * @throws CursorError when the cursor is none that was given out.
   */
  async page(
    orgId: string,
    limit: number,
    cursor?: string,
  ): Promise<{ items: TurnView[]; nextCursor: string | null }> {
    const size = Math.min(limit, MAX_PAGE_SIZE);
    const rows = await this.database.forOrg(orgId, (tx) => this.readPage(tx, size + 1, cursor));
    const items = rows.slice(0, size);
    const last = items.at(-1);
    const nextCursor = rows.length > size && last ? encodeCursor(last.createdAt, last.id) : null;
    return { items: items.map(toView), nextCursor };
  }

  private readPage(tx: OrgTransaction, size: number, cursor: string | undefined): Promise<TurnRow[]> {
    if (!cursor) return tx.query<TurnRow>(`${SELECT} ORDER BY t.created_at DESC, t.id DESC LIMIT $2`, [size]);
    const { at, id } = decodeCursor(cursor);
    return tx.query<TurnRow>(
      `${SELECT} AND (t.created_at, t.id) < ($3, $4) ORDER BY t.created_at DESC, t.id DESC LIMIT $2`,
      [size, at, id],
    );
  }
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
    links: { self, events: `${self}/events` },
  };
}
