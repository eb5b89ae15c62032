import { toPage } from '#contracts';
import {
  type ConsoleConversation,
  type ConsoleConversationPage,
  type ConsoleConversationsQuery,
} from '#contracts/console';
import type { OrgScope } from '../session/org-scope.ts';
import { cursorAt, momentIn } from '../session/rows.read-model.ts';
import { textsReadable } from '../session/readable-texts.ts';
import { searchOf } from '../turns/turn-search.ts';
import { CONVERSATION_COLUMNS, conversationView, LAST_OF_CONVERSATION } from './conversation-row.ts';

/** Reads each org along its index `conversations_by_time`, only as far as the page reaches. */
const PAGE = `
  SELECT ${CONVERSATION_COLUMNS}
    FROM orgs o
   CROSS JOIN LATERAL (
         SELECT * FROM conversations i
          WHERE i.org_id = o.id
            AND ($2::text IS NULL OR i.contact_id = $2)
            AND ($3::text IS NULL OR i.channel = $3)
            AND ($4::text IS NULL OR i.pack = $4)
            AND ($5::timestamptz IS NULL OR (i.last_message_at, i.id) < ($5, $6::uuid))
            AND ($7::uuid IS NULL OR i.id = $7
                 OR i.id = (SELECT t.conversation_id FROM turns t WHERE t.org_id = i.org_id AND t.id = $7))
            AND ($8::text IS NULL OR i.contact_id ILIKE $8 OR (${textsReadable('$9', 'i.org_id')} AND EXISTS (
                  SELECT 1 FROM messages w
                   WHERE w.org_id = i.org_id AND w.conversation_id = i.id AND w.text ILIKE $8)))
          ORDER BY i.last_message_at DESC, i.id DESC
          LIMIT $10) c
    ${LAST_OF_CONVERSATION}
   WHERE $1::uuid IS NULL OR o.id = $1
   ORDER BY c.last_message_at DESC, c.id DESC
   LIMIT $10`;

/** Searches messages only of orgs whose texts the viewer may read: a hit would reveal the contents. */
export async function conversationPage(
  scope: OrgScope,
  { contact, channel, pack, q, limit, cursor }: Omit<ConsoleConversationsQuery, 'org'>,
): Promise<ConsoleConversationPage> {
  const search = searchOf(q);
  const rows = await scope.rows<ConsoleConversation>(PAGE, [
    scope.orgId,
    contact ?? null,
    channel ?? null,
    pack ?? null,
    ...momentIn(cursor),
    search.id ?? null,
    search.like ?? search.traceId ?? null,
    scope.texts,
    limit + 1,
  ]);
  return toPage(
    rows,
    limit,
    ({ lastMessageAt, id }) => cursorAt(lastMessageAt, id),
    (row) => conversationView(row, scope),
  );
}
