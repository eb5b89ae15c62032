import type { ConsoleMessage } from '#contracts/console';
import { textsReadable } from '../session/readable-texts.ts';

export type MessageRow = ConsoleMessage & { turnSeq: number };

/** SQL: messages (`m`) of conversation `$2` of org `$1`. @param texts the parameter with the orgs that may be read. */
export const messagesWith = (texts: string): string => `
  SELECT m.id, m.turn_id AS "turnId", m.turn_seq AS "turnSeq", m.role, m.author_kind AS "authorKind", u.name AS "authorName",
         CASE WHEN ${textsReadable(texts, 'm.org_id')} THEN m.text END AS text, length(m.text) AS characters, m.created_at AS "createdAt"
    FROM messages m LEFT JOIN users u ON u.id = m.author_user_id
   WHERE m.org_id = $1 AND m.conversation_id = $2`;

export function messageView({ turnSeq: _turnSeq, ...message }: MessageRow): ConsoleMessage {
  return message;
}
