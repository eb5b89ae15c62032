import { z } from 'zod';
import { channelName, contactId, uuid } from './ids.ts';
import { userRole } from './scopes.ts';
import { pageQuery } from './page.ts';
import { turnError, turnState, turnTotals } from './turns.ts';

/** What the console's server and its single-page app say to each other. Times are ISO 8601 in UTC. */

/** Header that every state-changing request of a signed-in browser carries; its value comes with the session. */
export const CSRF_HEADER = 'x-csrf-token';

export const signIn = z.strictObject({
  email: z.string().trim().min(3, 'expected an e-mail address').max(320),
  password: z.string().min(1, 'expected a password').max(1_000),
});
export type SignIn = z.infer<typeof signIn>;

export const consoleOrg = z.object({ id: uuid, slug: z.string(), name: z.string() });
export type ConsoleOrg = z.infer<typeof consoleOrg>;

export const consoleOrgs = z.object({ items: z.array(consoleOrg) });

/** What a session may see and do; the app hides what it may not, the server refuses it. */
export const consolePermissions = z.object({
  /** Sees and may pick every org. */
  allOrgs: z.boolean(),
  /** Reads the texts of messages, and inputs and outputs of spans. */
  messageTexts: z.boolean(),
});
export type ConsolePermissions = z.infer<typeof consolePermissions>;

export const consoleSession = z.object({
  user: z.object({ id: uuid, email: z.string(), name: z.string(), role: userRole }),
  /** The org of the user; null for users of the platform. */
  org: consoleOrg.nullable(),
  permissions: consolePermissions,
  csrfToken: z.string(),
  expiresAt: z.iso.datetime(),
});
export type ConsoleSession = z.infer<typeof consoleSession>;

/** `GET /admin/session` of somebody who is not signed in answers `session: null`, not an error. */
export const consoleSessionAnswer = z.object({ session: consoleSession.nullable() });

const MAX_SEARCH_CHARACTERS = 200;
const NO_NUL = (text: string) => !text.includes('\u0000');
const AGENT_FILTER = /^[a-z][a-z0-9_/-]{0,100}$/;

/** The filters of a list of turns, as they stand in the URL of the page and of the request. */
export const consoleTurnFilter = z.strictObject({
  /** Slug of an org; without it every org that the session may see. */
  org: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'expected the slug of an org')
    .optional(),
  state: turnState.optional(),
  agent: z.string().regex(AGENT_FILTER, 'expected the name of an agent').optional(),
  channel: channelName.optional(),
  contact: contactId.refine(NO_NUL, 'expected text without NUL characters').optional(),
  /** Words of the message, or the whole id of a turn, conversation, trace or contact. */
  q: z
    .string()
    .trim()
    .max(MAX_SEARCH_CHARACTERS)
    .refine(NO_NUL, 'expected text without NUL characters')
    .optional(),
});
export type ConsoleTurnFilter = z.infer<typeof consoleTurnFilter>;

export const consoleTurnQuery = consoleTurnFilter.extend(pageQuery.shape);
export type ConsoleTurnQuery = z.infer<typeof consoleTurnQuery>;

export const messageRoles = ['user', 'assistant', 'interim'] as const;
export const messageAuthorKinds = ['contact', 'staff', 'agent'] as const;

/** One row of the list of turns. */
export const consoleTurn = z.object({
  id: uuid,
  org: z.object({ id: uuid, slug: z.string(), name: z.string() }),
  conversationId: uuid,
  traceId: z.string(),
  state: turnState,
  channel: z.string(),
  pack: z.string(),
  agent: z.string().nullable(),
  contactId: z.string(),
  model: z.string().nullable(),
  /** The message that the turn answers, cut to its first characters; null where the session may not read texts. */
  excerpt: z.string().nullable(),
  /** The text around the words that were searched, where the excerpt does not show them. */
  found: z.object({ role: z.enum(messageRoles), text: z.string() }).nullable(),
  error: turnError.nullable(),
  totals: turnTotals,
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
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
  /** Null where the session may not read texts; `characters` is always there. */
  text: z.string().nullable(),
  characters: z.number().int(),
  createdAt: z.iso.datetime(),
});
export type ConsoleMessage = z.infer<typeof consoleMessage>;

/** A turn with the messages of its conversation near it, oldest first. */
export const consoleTurnDetail = z.object({
  turn: consoleTurn,
  messages: z.array(consoleMessage),
  /** Messages of the conversation before and after those shown. */
  messagesBefore: z.number().int(),
  messagesAfter: z.number().int(),
});
export type ConsoleTurnDetail = z.infer<typeof consoleTurnDetail>;

export const spanStatuses = ['pending', 'running', 'success', 'error'] as const;
export const spanStatus = z.enum(spanStatuses);
export type SpanStatus = z.infer<typeof spanStatus>;

/** One span as a row of the tree. What it was given and gave back is asked for one span at a time. */
export const consoleSpan = z.object({
  spanId: z.string(),
  parentSpanId: z.string().nullable(),
  name: z.string(),
  kind: z.string(),
  status: spanStatus,
  /** Milliseconds after the start of the trace, with fractions. */
  startMs: z.number(),
  /** Null while the span has no end. */
  durationMs: z.number().nullable(),
  model: z.string().nullable(),
  promptTokens: z.number().int().nullable(),
  cachedTokens: z.number().int().nullable(),
  completionTokens: z.number().int().nullable(),
  costUsd: z.number().nullable(),
  errorMessage: z.string().nullable(),
  critical: z.boolean(),
});
export type ConsoleSpan = z.infer<typeof consoleSpan>;

export const consoleTraceQuery = z.strictObject({
  /** Shows the trace at this turn: a caller's trace may hold several. */
  turn: uuid.optional(),
});

export const consoleTrace = z.object({
  traceId: z.string(),
  /** The moment that `startMs` of the spans counts from. */
  startedAt: z.iso.datetime(),
  totals: z.object({
    /** Wall time of the root, not the sum of its overlapping children; null while it runs. */
    wallMs: z.number().nullable(),
    costUsd: z.number(),
    promptTokens: z.number().int(),
    cachedTokens: z.number().int(),
    completionTokens: z.number().int(),
    modelRounds: z.number().int(),
    toolCalls: z.number().int(),
  }),
  spans: z.array(consoleSpan),
  /** True when the trace has more spans than are sent. */
  truncated: z.boolean(),
});
export type ConsoleTrace = z.infer<typeof consoleTrace>;

/** Everything that is kept about one span. */
export const consoleSpanDetail = z.object({
  spanId: z.string(),
  traceId: z.string(),
  name: z.string(),
  kind: z.string(),
  status: spanStatus,
  startedAt: z.iso.datetime(),
  durationMs: z.number().nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  agent: z.string().nullable(),
  task: z.string().nullable(),
  intent: z.string().nullable(),
  tool: z.string().nullable(),
  promptTokens: z.number().int().nullable(),
  cachedTokens: z.number().int().nullable(),
  completionTokens: z.number().int().nullable(),
  costUsd: z.number().nullable(),
  errorMessage: z.string().nullable(),
  /** JSON where the span was given JSON, else its text. Null where there is none or the session may not read it. */
  input: z.unknown(),
  output: z.unknown(),
  thoughtSummary: z.string().nullable(),
  draftReply: z.string().nullable(),
  toolCalls: z.unknown(),
  attributes: z.record(z.string(), z.unknown()),
  /** True when input, output and texts are left out because of the role. */
  textsHidden: z.boolean(),
});
export type ConsoleSpanDetail = z.infer<typeof consoleSpanDetail>;

export const TRACE_ID = /^[0-9a-f]{32}$/;
export const SPAN_ID = /^[0-9a-f]{16}$/;
