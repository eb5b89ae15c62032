import type { ConsoleConversation } from '#contracts/console';
import { playgroundName } from '../playground/playground-contact.ts';
import { readsTextsOf, type ReadableTexts } from '../session/readable-texts.ts';
import { ORG } from '../session/rows.read-model.ts';

const EXCERPT_CHARACTERS = 160;

/** Columns of a {@link ConsoleConversation} over conversations (`c`), their org (`o`), last message and turn. */
export const CONVERSATION_COLUMNS = `c.id, ${ORG}, c.contact_id AS "contactId",
  ${playgroundName('c.contact_id')} AS "contactName", c.channel, c.pack, c.agent, c.turn_count AS turns, c.message_count AS messages, l.text AS "lastMessage",
  l.state AS "lastState", c.created_at AS "createdAt", c.last_message_at AS "lastMessageAt"`;

/** The newest turn of a conversation and the first characters of its newest message. */
export const LAST_OF_CONVERSATION = `
  LEFT JOIN LATERAL (
       SELECT t.state, (SELECT left(m.text, ${EXCERPT_CHARACTERS}) FROM messages m
                         WHERE m.org_id = t.org_id AND m.conversation_id = t.conversation_id AND m.turn_seq = t.seq
                         ORDER BY m.seq DESC LIMIT 1) AS text
         FROM turns t WHERE t.org_id = c.org_id AND t.conversation_id = c.id
        ORDER BY t.seq DESC LIMIT 1) l ON true`;

/** The conversation without its last message where the texts of its org may not be read. */
export function conversationView<Row extends ConsoleConversation>(
  row: Row,
  { texts }: { texts: ReadableTexts },
): Row {
  const readable = readsTextsOf(texts, row.org.id);
  return { ...row, lastMessage: readable ? (row.lastMessage?.replace(/\s+/g, ' ').trim() ?? null) : null };
}
