import type { OrgTransaction } from '#database';
import type { Conversation } from '../../conversation.entity.ts';

/** Maximum length that is read of one message. */
const MAX_MESSAGE_CHARACTERS = 6_000;

/** A contact's message with its conversation and the two messages before it. */
export interface ContactMessage extends Pick<Conversation, 'contactId' | 'pack' | 'channel' | 'agent'> {
  id: string;
  text: string;
  saidAt: Date;
  turnSeq: number;
  /** The two messages before it, oldest first. */
  before: { author: 'contact' | 'staff' | 'agent'; text: string }[];
}

const FIND = `
  SELECT m.id, left(m.text, ${MAX_MESSAGE_CHARACTERS}) AS text, m.created_at AS "saidAt", m.turn_seq AS "turnSeq",
         c.contact_id AS "contactId", c.pack, c.channel, c.agent,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('author', b.author, 'text', b.text) ORDER BY b.turn_seq, b.seq), '[]')
            FROM (SELECT p.turn_seq, p.seq, left(p.text, ${MAX_MESSAGE_CHARACTERS}) AS text,
                         CASE p.role WHEN 'assistant' THEN 'agent' ELSE p.author_kind END AS author
                    FROM messages p
                   WHERE p.org_id = $1 AND p.conversation_id = m.conversation_id AND p.role IN ('user', 'assistant')
                     AND (p.turn_seq, p.seq) < (m.turn_seq, m.seq)
                   ORDER BY p.turn_seq DESC, p.seq DESC LIMIT 2) b) AS before
    FROM messages m
    JOIN conversations c ON c.org_id = m.org_id AND c.id = m.conversation_id
   WHERE m.org_id = $1 AND m.conversation_id = $2 AND m.turn_id = $3 AND m.role = 'user' AND m.author_kind = 'contact'
   ORDER BY m.seq DESC LIMIT 1`;

/** @returns undefined if the message is gone, or not from a contact. */
export function contactMessage(
  tx: OrgTransaction,
  { conversationId, turnId }: { conversationId: string; turnId: string },
): Promise<ContactMessage | undefined> {
  return tx.first<ContactMessage>(FIND, [conversationId, turnId]);
}

/** Holds the message until the transaction ends, so that an erasure waits. @returns false if it is gone. */
export async function holdMessage(tx: OrgTransaction, messageId: string): Promise<boolean> {
  const held = await tx.query('SELECT 1 FROM messages WHERE org_id = $1 AND id = $2 FOR SHARE', [messageId]);
  return held.length > 0;
}
