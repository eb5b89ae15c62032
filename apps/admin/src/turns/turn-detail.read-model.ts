import { Inject, Injectable } from '@nestjs/common';
import type { ConsoleMessage, ConsoleTurnDetail } from '#contracts/console';
import { OrgScopes, type OrgScope } from '../session/org-scope.ts';
import { textsReadable, type ReadableTexts } from '../session/readable-texts.ts';
import { EXCERPT_CHARACTERS, TURN_COLUMNS, turnView, type TurnRow } from './turn-row.ts';

const TURNS_BEFORE = 10;
const TURNS_AFTER = 5;

/** If the org is unknown, `LATERAL` looks the turn up by its key, org by org. */
const TURN = `
  SELECT ${TURN_COLUMNS}, t.seq, left(m.text, ${EXCERPT_CHARACTERS}) AS excerpt
    FROM orgs o
   CROSS JOIN LATERAL (SELECT * FROM turns i WHERE i.org_id = o.id AND i.id = $2 LIMIT 1) t
    LEFT JOIN messages m ON m.org_id = t.org_id AND m.id = t.message_id
   WHERE $1::uuid IS NULL OR o.id = $1`;

const MESSAGES = `
  SELECT m.id, m.turn_id AS "turnId", m.turn_seq AS "turnSeq", m.role, m.author_kind AS "authorKind", u.name AS "authorName",
         CASE WHEN ${textsReadable('$5', 'm.org_id')} THEN m.text END AS text, length(m.text) AS characters, m.created_at AS "createdAt"
    FROM messages m
    LEFT JOIN users u ON u.id = m.author_user_id
   WHERE m.org_id = $1 AND m.conversation_id = $2 AND m.turn_seq BETWEEN $3 AND $4
   ORDER BY m.turn_seq, m.seq`;

const COUNTS = `
  SELECT count(*) FILTER (WHERE m.turn_seq < $3)::integer AS before, count(*) FILTER (WHERE m.turn_seq > $4)::integer AS after
    FROM messages m WHERE m.org_id = $1 AND m.conversation_id = $2`;

type MessageRow = Omit<ConsoleMessage, 'createdAt'> & { createdAt: Date; turnSeq: number };

/** One turn with the nearby messages of its conversation. */
@Injectable()
export class TurnDetailReadModel {
  constructor(@Inject(OrgScopes) private readonly scopes: OrgScopes) {}

  /** @returns undefined if `scope` has no such turn. */
  async find(
    scope: OrgScope,
    turnId: string,
    options: { texts: ReadableTexts },
  ): Promise<ConsoleTurnDetail | undefined> {
    return this.scopes.run(scope, async (tx) => {
      const [turn] = await tx.queryUnscoped<TurnRow & { seq: number }>(TURN, [scope.orgId, turnId]);
      if (!turn) return undefined;
      const near = [turn.orgId, turn.conversationId, turn.seq - TURNS_BEFORE, turn.seq + TURNS_AFTER];
      const messages = await tx.queryUnscoped<MessageRow>(MESSAGES, [...near, options.texts]);
      const [counts] = await tx.queryUnscoped<{ before: number; after: number }>(COUNTS, near);
      return {
        turn: turnView(turn, options),
        messages: messages.map(({ turnSeq: _turnSeq, createdAt, ...message }) => ({
          ...message,
          createdAt: createdAt.toISOString(),
        })),
        messagesBefore: counts?.before ?? 0,
        messagesAfter: counts?.after ?? 0,
      };
    });
  }
}
