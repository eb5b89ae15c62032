import { z } from 'zod';
import { channelName, contactId, uuid } from '../values/ids.ts';
import { pageOf, pageQuery } from '../values/page.ts';

/** A conversation in the api. Times are ISO 8601 in UTC. */
export const conversationView = z.object({
  id: uuid.describe('Id of the conversation.'),
  contact: z.string().describe('Your own id of the person.'),
  channel: z.string().describe('chat, voice or a name of your own.'),
  pack: z.string().describe('Pack that the conversation belongs to.'),
  agent: z.string().nullable().describe('Agent of the last turn; null before the first reply.'),
  turns: z.number().int().describe('Turns accepted so far.'),
  messages: z.number().int().describe('Messages of both sides so far.'),
  createdAt: z.iso.datetime().describe('When it began.'),
  lastMessageAt: z.iso.datetime().describe('When its last message was written.'),
  links: z
    .object({ self: z.string(), messages: z.string(), events: z.string() })
    .describe('Paths of the conversation, of its messages and of its server-sent events.'),
});
export type ConversationView = z.infer<typeof conversationView>;
export const conversationPage = pageOf(conversationView);

export const conversationQuery = pageQuery.extend({
  contact: contactId.optional().describe('Conversations of this contact.'),
  channel: channelName.optional().describe('Conversations in this channel.'),
});
export type ConversationQuery = z.infer<typeof conversationQuery>;

export const messageView = z.object({
  id: uuid.describe('Id of the message.'),
  turnId: uuid.describe('Turn that it belongs to.'),
  role: z
    .enum(['user', 'assistant', 'interim'])
    .describe(
      'user: a message to the agent; assistant: the reply; interim: a message that a turn sends while it waits.',
    ),
  author: z.enum(['contact', 'staff', 'agent']).describe('Author of the message.'),
  text: z.string(),
  attachments: z
    .array(z.object({ url: z.string().optional(), fileId: z.string().optional() }))
    .describe('Attachments of the message.'),
  createdAt: z.iso.datetime().describe('When it was accepted or written (ISO 8601, UTC).'),
});
export type MessageView = z.infer<typeof messageView>;
export const messagePage = pageOf(messageView);
