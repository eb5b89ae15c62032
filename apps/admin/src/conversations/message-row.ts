import type { ConsoleMessage } from '#contracts/console';
import { nameOfUrl } from '#turns';
import { textsReadable } from '../session/readable-texts.ts';

export interface MessageRow extends Omit<ConsoleMessage, 'attachments'> {
  turnSeq: number;
  attachments: (ConsoleMessage['attachments'][number] & { url: string | null })[];
}

/** SQL: the attachments of message `m`. */
const attachedWith = (texts: string): string => `
         (SELECT coalesce(jsonb_agg(jsonb_build_object(
                   'file', CASE WHEN f.id IS NOT NULL THEN jsonb_build_object('mediaType', f.media_type, 'bytes', f.bytes) END,
                   'name', CASE WHEN ${textsReadable(texts, 'm.org_id')} THEN f.name END,
                   'url', CASE WHEN ${textsReadable(texts, 'm.org_id')} THEN a.item->>'url' END) ORDER BY a.place), '[]')
            FROM jsonb_array_elements(m.attachments) WITH ORDINALITY AS a(item, place)
            LEFT JOIN files f ON f.org_id = m.org_id AND f.id = (a.item->>'fileId')::uuid) AS attachments`;

/** SQL: messages (`m`) of conversation `$2` of org `$1`. @param texts the parameter with the orgs that may be read. */
export const messagesWith = (texts: string): string => `
  SELECT m.id, m.turn_id AS "turnId", m.turn_seq AS "turnSeq", m.role, m.author_kind AS "authorKind", u.name AS "authorName",
         CASE WHEN ${textsReadable(texts, 'm.org_id')} THEN m.text END AS text, length(m.text) AS characters, m.created_at AS "createdAt",${attachedWith(texts)}
    FROM messages m LEFT JOIN users u ON u.id = m.author_user_id
   WHERE m.org_id = $1 AND m.conversation_id = $2`;

/** Shows only the name in an address, because the rest may contain keys. */
export function messageView({ turnSeq: _turnSeq, attachments, ...message }: MessageRow): ConsoleMessage {
  return {
    ...message,
    attachments: attachments.map(({ name, url, file }) => ({
      name: name ?? (url === null ? null : nameOfUrl(url)),
      file,
    })),
  };
}
