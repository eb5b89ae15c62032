import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { cursorCodec, toPage, type MessageView, type Page } from '#contracts';
import { Database } from '#database';

/** The largest number of a `smallint`. */
const MAX_SEQ = 32_767;
/** Position in the conversation, within the integer types of the database. */
const placeCursor = cursorCodec(z.tuple([z.int32().min(0), z.int32().min(0).max(MAX_SEQ)]));

interface MessageRow extends Omit<MessageView, 'createdAt'> {
  turnSeq: number;
  seq: number;
  createdAt: Date;
}

const PAGE = `
  SELECT m.id, m.turn_id AS "turnId", m.role, m.author_kind AS author, m.text, m.attachments,
         m.created_at AS "createdAt", m.turn_seq AS "turnSeq", m.seq
    FROM messages m
   WHERE m.org_id = $1 AND m.conversation_id = $2 AND (m.turn_seq, m.seq) < ($4, $5)
   ORDER BY m.turn_seq DESC, m.seq DESC LIMIT $3`;
const NEWEST: [number, number] = [2 ** 31 - 1, MAX_SEQ];

@Injectable()
export class MessageReadModel {
  constructor(private readonly database: Database) {}

  /**
   * A page of messages, newest first. A reply stands next to its question, whatever was written in between.
   *
   * @param cursor of the previous page; undefined for the first.
   * @throws CursorError for a cursor that no page returned.
   */
  async page(
    orgId: string,
    conversationId: string,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<Page<MessageView>> {
    const before = cursor ? placeCursor.decode(cursor) : NEWEST;
    const rows = await this.database.forOrg(orgId, (tx) =>
      tx.query<MessageRow>(PAGE, [conversationId, limit + 1, ...before]),
    );
    return toPage(rows, limit, ({ turnSeq, seq }) => placeCursor.encode([turnSeq, seq]), toView);
  }
}

function toView({ turnSeq: _turnSeq, seq: _seq, ...message }: MessageRow): MessageView {
  return { ...message, createdAt: message.createdAt.toISOString() };
}
