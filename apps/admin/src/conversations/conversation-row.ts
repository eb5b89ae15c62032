import type { TurnState } from '#contracts';
import type { ConsoleConversation } from '#contracts/console';
import { playgroundName } from '../playground/playground-contact.ts';
import { readsTextsOf, type ReadableTexts } from '../session/readable-texts.ts';

const EXCERPT_CHARACTERS = 160;

export interface ConversationRow {
  id: string;
  orgId: string;
  orgSlug: string;
  orgName: string;
  contactId: string;
  contactName: string | null;
  channel: string;
  pack: string;
  agent: string | null;
  turns: number;
  messages: number;
  lastMessage: string | null;
  lastState: TurnState | null;
  createdAt: Date;
  lastMessageAt: Date;
}

/** Columns of a {@link ConversationRow} over conversations (`c`), their org (`o`), last message and turn. */
export const CONVERSATION_COLUMNS = `c.id, o.id AS "orgId", o.slug AS "orgSlug", o.name AS "orgName", c.contact_id AS "contactId",
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

export function conversationView(
  row: ConversationRow,
  { texts }: { texts: ReadableTexts },
): ConsoleConversation {
  const { orgId, orgSlug, orgName, lastMessage, createdAt, lastMessageAt, ...rest } = row;
  return {
    ...rest,
    org: { id: orgId, slug: orgSlug, name: orgName },
    lastMessage:
      readsTextsOf(texts, orgId) && lastMessage !== null ? lastMessage.replace(/\s+/g, ' ').trim() : null,
    createdAt: createdAt.toISOString(),
    lastMessageAt: lastMessageAt.toISOString(),
  };
}
