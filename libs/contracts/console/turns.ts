import { z } from 'zod';
import { MAX_SEARCH_CHARACTERS } from './search.ts';
import { channelName, contactId, NO_NUL, orgSlug, packedIds, uuid } from '../values/ids.ts';
import { agentName } from '../conversations/messages.ts';
import { pageQuery } from '../values/page.ts';
import { turnOverride } from '../turns/turn-override.ts';
import { turnError, turnState, turnTotals } from '../turns/turns.ts';
import { consoleOrg } from './session.ts';

/** Filters of the list of turns, used in the URL of the page and in the request. */
export const consoleTurnFilter = z.strictObject({
  /** Slug of an org. Default: every org that the session can access. */
  org: orgSlug.optional(),
  state: turnState.optional(),
  agent: agentName.optional(),
  channel: channelName.optional(),
  contact: contactId.optional(),
  /** Words of the message, or the full id of a turn, conversation, trace or contact. */
  q: z
    .string()
    .trim()
    .max(MAX_SEARCH_CHARACTERS)
    .refine(...NO_NUL)
    .optional(),
  /** `yes`: turns whose model wrote programs. */
  programs: z.enum(['yes']).optional(),
  /** Restricts the list to these rows, such as those of the last action. */
  among: packedIds.optional(),
});
export type ConsoleTurnFilter = z.infer<typeof consoleTurnFilter>;

export const consoleTurnQuery = consoleTurnFilter.extend(pageQuery.shape);
export type ConsoleTurnQuery = z.infer<typeof consoleTurnQuery>;

const messageRoles = ['user', 'assistant', 'interim'] as const;
const messageAuthorKinds = ['contact', 'staff', 'agent'] as const;

/** The fields that each list of turns shows. */
export const turnFacts = {
  id: uuid,
  traceId: z.string(),
  state: turnState,
  agent: z.string().nullable(),
  model: z.string().nullable(),
  totals: turnTotals,
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** Milliseconds from acceptance to the end of the first attempt, without waits for people; null until then. */
  replyMs: z.number().nullable(),
  /** Milliseconds of the first attempt in which the turn waited for people. */
  waitedMs: z.number(),
  /** Times that a person had the failed turn run again. */
  retries: z.number().int(),
};

const consoleTurn = z.object({
  ...turnFacts,
  org: consoleOrg,
  conversationId: uuid,
  channel: z.string(),
  pack: z.string(),
  contactId: z.string(),
  /** Name of the user of a playground contact; null for other contacts, and if the session cannot see the user. */
  contactName: z.string().nullable(),
  /** First characters of the message that the turn answers; null if the session may not read texts. */
  excerpt: z.string().nullable(),
  /** Text around the search words, if the excerpt does not contain them. */
  found: z.object({ role: z.enum(messageRoles), text: z.string() }).nullable(),
  error: turnError.nullable(),
  /** Overrides of the org's settings that the playground requested. */
  override: turnOverride.nullable(),
});
export type ConsoleTurn = z.infer<typeof consoleTurn>;

export const consoleTurnPage = z.object({ items: z.array(consoleTurn), nextCursor: z.string().nullable() });
export type ConsoleTurnPage = z.infer<typeof consoleTurnPage>;

export const consoleMessage = z.object({
  id: uuid,
  turnId: uuid.nullable(),
  role: z.enum(messageRoles),
  authorKind: z.enum(messageAuthorKinds),
  authorName: z.string().nullable(),
  /** Null if the session may not read texts; `characters` is always set. */
  text: z.string().nullable(),
  characters: z.number().int(),
  attachments: z.array(
    z.object({
      /** Null for a removed upload, and if the session may not read texts. */
      name: z.string().nullable(),
      /** Null if the file was not fetched or has been removed. */
      file: z.object({ mediaType: z.string(), bytes: z.number().int() }).nullable(),
    }),
  ),
  createdAt: z.iso.datetime(),
});
export type ConsoleMessage = z.infer<typeof consoleMessage>;

/** A turn with the messages of its conversation near it, oldest first. */
export const consoleTurnDetail = z.object({
  turn: consoleTurn,
  messages: z.array(consoleMessage),
  /** Number of messages of the conversation before `messages`. */
  messagesBefore: z.number().int(),
  /** Number of messages of the conversation after `messages`. */
  messagesAfter: z.number().int(),
});
export type ConsoleTurnDetail = z.infer<typeof consoleTurnDetail>;

const MAX_RETRIED = 200;

export const retryTurns = z.strictObject({
  ids: z
    .array(uuid)
    .min(1)
    .max(MAX_RETRIED)
    .transform((ids) => [...new Set(ids)]),
});
export type RetryTurns = z.infer<typeof retryTurns>;

/** @property retried ids of the failed turns that run again. */
export const retriedTurns = z.object({ retried: z.array(uuid) });
export type RetriedTurns = z.infer<typeof retriedTurns>;
