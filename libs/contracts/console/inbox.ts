import { z } from 'zod';
import { consoleOrg } from './session.ts';
import { orgSlug, uuid } from '../values/ids.ts';
import { pageOf, pageQuery } from '../values/page.ts';

/** What waits for a person: approvals, outcomes that nobody knows, changed tools, webhooks that failed. */

export const inboxKinds = ['approval', 'effect', 'definition', 'webhook'] as const;
export type InboxKind = (typeof inboxKinds)[number];

const inboxFilter = z.strictObject({
  /** Slug of an org; without it every org that the session may see. */
  org: orgSlug.optional(),
  kind: z.enum(inboxKinds).optional(),
});
export const inboxQuery = z.strictObject({ ...inboxFilter.shape, ...pageQuery.shape });
export type InboxQuery = z.infer<typeof inboxQuery>;

const common = {
  /** Of the row, unique among all kinds. */
  id: z.string(),
  /** Null for a tool of the platform. */
  org: consoleOrg.nullable(),
  at: z.iso.datetime(),
};
const ofTurn = { turnId: uuid.nullable(), conversationId: uuid.nullable() };
const definition = z
  .object({ description: z.string(), parameters: z.record(z.string(), z.unknown()) })
  .partial();

export const inboxItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('approval'),
    ...common,
    ...ofTurn,
    /** Of a turn's call; null for a tool that somebody runs by hand. */
    approvalId: uuid.nullable(),
    /** Of a tool that somebody runs by hand, which is decided instead. */
    runId: uuid.nullable(),
    /** Who runs it by hand; null for a turn, and where that person is none of the org's. */
    askedBy: z.string().nullable(),
    tool: z.string(),
    arguments: z.unknown(),
    reason: z.string(),
    expiresAt: z.iso.datetime(),
  }),
  z.object({
    kind: z.literal('effect'),
    ...common,
    ...ofTurn,
    /** Of the call; settling it names it. */
    key: z.string(),
    tool: z.string(),
    arguments: z.unknown(),
    result: z.unknown(),
  }),
  z.object({
    kind: z.literal('definition'),
    ...common,
    tool: z.string(),
    hash: z.string(),
    definition,
    /** What was approved before; null for a tool that is new. */
    approved: definition.nullable(),
  }),
  z.object({
    kind: z.literal('webhook'),
    ...common,
    ...ofTurn,
    deliveryId: uuid,
    event: z.string(),
    url: z.string(),
    attempts: z.int(),
    lastStatus: z.int().nullable(),
    lastError: z.string().nullable(),
  }),
]);
export type InboxItem = z.infer<typeof inboxItem>;
export type InboxItemOf<Kind extends InboxKind> = Extract<InboxItem, { kind: Kind }>;

export const inboxPage = pageOf(inboxItem).extend({
  /** How many wait, of every kind, whatever the filter. */
  counts: z.record(z.enum(inboxKinds), z.int()),
});
export type InboxPage = z.infer<typeof inboxPage>;
