import { z } from 'zod';
import { MAX_SEARCH_CHARACTERS } from './search.ts';
import { consoleMessage, turnFacts } from './turns.ts';
import { consoleOrg } from './session.ts';
import { drawerName } from '../conversations/drawers.ts';
import { channelName, contactId, orgSlug, storableText, uuid } from '../values/ids.ts';
import { pageOf, pageQuery } from '../values/page.ts';
import { turnState, turnTotals } from '../turns/turns.ts';

/** Requests and responses of the console's conversation routes. Times are ISO 8601 in UTC. */

export const consoleConversationsQuery = z.strictObject({
  org: orgSlug.optional(),
  contact: contactId.optional(),
  channel: channelName.optional(),
  pack: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,63}$/, 'expected the name of a pack')
    .optional(),
  /** Words of a message, part of a contact, or the whole id of a conversation or turn. */
  q: storableText(MAX_SEARCH_CHARACTERS).optional(),
  ...pageQuery.shape,
});
export type ConsoleConversationsQuery = z.infer<typeof consoleConversationsQuery>;

export const consoleConversation = z.object({
  id: uuid,
  org: consoleOrg,
  contactId: z.string(),
  /** Name of the user of a playground contact; null for other contacts, and if the session cannot see the user. */
  contactName: z.string().nullable(),
  channel: z.string(),
  pack: z.string(),
  agent: z.string().nullable().describe('Agent of the last turn.'),
  turns: z.int(),
  messages: z.int(),
  /** First characters of the newest message; null if the session may not read texts. */
  lastMessage: z.string().nullable(),
  /** State of the newest turn. */
  lastState: turnState.nullable(),
  createdAt: z.iso.datetime(),
  lastMessageAt: z.iso.datetime(),
});
export type ConsoleConversation = z.infer<typeof consoleConversation>;
export const consoleConversationPage = pageOf(consoleConversation);
export type ConsoleConversationPage = z.infer<typeof consoleConversationPage>;

/** A turn, shown below the messages that it answered. */
export const consoleConversationTurn = z.object({
  ...turnFacts,
  error: z.object({ class: z.string(), message: z.string() }).nullable(),
});
export type ConsoleConversationTurn = z.infer<typeof consoleConversationTurn>;

export const consoleConversationDetail = consoleConversation.extend({
  totals: turnTotals,
  artifacts: z.array(
    z.object({
      kind: z.string(),
      title: z.string(),
      version: z.int(),
      updatedAt: z.iso.datetime(),
      turnId: uuid.nullable().describe('Turn that wrote the current version.'),
    }),
  ),
  /** Panels of the pack, in order. Artifacts that no panel contains are shown separately. */
  drawers: z.array(
    z.object({
      name: drawerName,
      title: z.string(),
      kinds: z.array(z.string()),
      /** True if the panel shows lists computed from these kinds instead of the artifacts. */
      worksOut: z.boolean(),
    }),
  ),
  /** The panel that a recent turn opened last. */
  opened: z.object({ drawer: drawerName, turnId: uuid }).nullable(),
  recentTools: z.array(z.string()),
  toolsAllowed: z.array(z.string()).nullable(),
  toolsDenied: z.array(z.string()),
});
export type ConsoleConversationDetail = z.infer<typeof consoleConversationDetail>;

/** Turns with their messages. Newest turn first; messages of a turn in order. */
export const conversationTurnPage = pageOf(
  z.object({ turn: consoleConversationTurn, messages: z.array(consoleMessage) }),
);
export type ConversationTurnPage = z.infer<typeof conversationTurnPage>;
export type ConversationTurnEntry = ConversationTurnPage['items'][number];

/** True if a summary was requested; false if a requested one is still running. */
export const requestedSummary = z.object({ requested: z.boolean() });
export type RequestedSummary = z.infer<typeof requestedSummary>;
