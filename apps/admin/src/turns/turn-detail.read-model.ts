import type { ConsoleTurn, ConsoleTurnDetail } from '#contracts/console';
import type { OrgScope } from '../session/org-scope.ts';
import { readRows } from '../session/rows.read-model.ts';
import { messagesWith, messageView, type MessageRow } from '../conversations/message-row.ts';
import { EXCERPT_CHARACTERS, TURN_COLUMNS, turnView } from './turn-row.ts';

const TURNS_BEFORE = 10;
const TURNS_AFTER = 5;

/** If the org is unknown, `LATERAL` looks the turn up by its key, org by org. */
const TURN = `
  SELECT ${TURN_COLUMNS}, t.seq, left(m.text, ${EXCERPT_CHARACTERS}) AS excerpt, NULL AS found
    FROM orgs o
   CROSS JOIN LATERAL (SELECT * FROM turns i WHERE i.org_id = o.id AND i.id = $2 LIMIT 1) t
    LEFT JOIN messages m ON m.org_id = t.org_id AND m.id = t.message_id
   WHERE $1::uuid IS NULL OR o.id = $1`;

const MESSAGES = `${messagesWith('$5')} AND m.turn_seq BETWEEN $3 AND $4 ORDER BY m.turn_seq, m.seq`;

const COUNTS = `
  SELECT count(*) FILTER (WHERE m.turn_seq < $3)::integer AS before, count(*) FILTER (WHERE m.turn_seq > $4)::integer AS after
    FROM messages m WHERE m.org_id = $1 AND m.conversation_id = $2`;

/** One turn with the nearby messages of its conversation. @returns undefined if `scope` has no such turn. */
export async function findTurn(scope: OrgScope, turnId: string): Promise<ConsoleTurnDetail | undefined> {
  return scope.run(async (tx) => {
    const [row] = await readRows<ConsoleTurn & { seq: number }>(tx, TURN, [scope.orgId, turnId]);
    if (!row) return undefined;
    const { seq, ...turn } = row;
    const near = [turn.org.id, turn.conversationId, seq - TURNS_BEFORE, seq + TURNS_AFTER];
    const messages = await readRows<MessageRow>(tx, MESSAGES, [...near, scope.texts]);
    const [counts] = await tx.queryUnscoped<{ before: number; after: number }>(COUNTS, near);
    return {
      turn: turnView(turn, scope),
      messages: messages.map(messageView),
      messagesBefore: counts?.before ?? 0,
      messagesAfter: counts?.after ?? 0,
    };
  });
}
