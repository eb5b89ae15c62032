import { Injectable } from '@nestjs/common';
import { momentCursor, toPage, type ConversationQuery, type ConversationView, type Page } from '#contracts';
import { Database } from '#database';

interface ConversationRow extends Omit<ConversationView, 'createdAt' | 'lastMessageAt' | 'links'> {
  createdAt: Date;
  lastMessageAt: Date;
}

const SELECT = `
  SELECT c.id, c.contact_id AS contact, c.channel, c.pack,
         CASE WHEN c.agent IS NOT NULL THEN c.pack || '/' || c.agent END AS agent,
         c.turn_count AS turns, c.message_count AS messages, c.created_at AS "createdAt",
         c.last_message_at AS "lastMessageAt"
    FROM conversations c
   WHERE c.org_id = $1`;

@Injectable()
export class ConversationReadModel {
  constructor(private readonly database: Database) {}

  async find(orgId: string, conversationId: string): Promise<ConversationView | undefined> {
    const row = await this.database.forOrgAtOnce(orgId, (tx) =>
      tx.first<ConversationRow>(`${SELECT} AND c.id = $2`, [conversationId]),
    );
    return row && toView(row);
  }

  /**
   * A page of conversations, the one with the newest message first.
   *
   * @throws CursorError for a cursor that no page returned.
   */
  async page(orgId: string, query: ConversationQuery): Promise<Page<ConversationView>> {
    const values: unknown[] = [];
    const place = (value: unknown) => `$${values.push(value) + 2}`;
    const conditions = [
      query.contact ? ` AND c.contact_id = ${place(query.contact)}` : '',
      query.channel ? ` AND c.channel = ${place(query.channel)}` : '',
    ];
    if (query.cursor) {
      const [at, id] = momentCursor.decode(query.cursor);
      conditions.push(` AND (c.last_message_at, c.id) < (${place(at)}, ${place(id)})`);
    }
    const sql = `${SELECT}${conditions.join('')} ORDER BY c.last_message_at DESC, c.id DESC LIMIT $2`;
    const rows = await this.database.forOrg(orgId, (tx) =>
      tx.query<ConversationRow>(sql, [query.limit + 1, ...values]),
    );
    return toPage(rows, query.limit, (row) => momentCursor.encode([row.lastMessageAt, row.id]), toView);
  }
}

function toView(row: ConversationRow): ConversationView {
  const self = `/v1/conversations/${row.id}`;
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastMessageAt: row.lastMessageAt.toISOString(),
    links: { self, messages: `${self}/messages`, events: `${self}/events` },
  };
}
