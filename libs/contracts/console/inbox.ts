import { z } from 'zod';
import { consoleOrg } from './session.ts';
import { orgSlug, uuid } from '../values/ids.ts';
import { pageOf, pageQuery } from '../values/page.ts';

/** Items that wait for a person: approvals, unknown outcomes, changed tool definitions, failed webhooks. */

export const inboxKinds = ['approval', 'effect', 'definition', 'webhook'] as const;
export type InboxKind = (typeof inboxKinds)[number];

const inboxFilter = z.strictObject({
  /** Slug of an org. Default: every org that the session can access. */
  org: orgSlug.optional(),
  kind: z.enum(inboxKinds).optional(),
});
export const inboxQuery = z.strictObject({ ...inboxFilter.shape, ...pageQuery.shape });
export type InboxQuery = z.infer<typeof inboxQuery>;

const common = {
  /** Id of the row, unique across all kinds. */
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
    /** Approval of a turn's call; null for a manual run. */
    approvalId: uuid.nullable(),
    /** Id of the manual run to decide on; null for a turn's call. */
    runId: uuid.nullable(),
    /** User who started the manual run; null for a turn's call, and if the user does not belong to the org. */
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
    /** Key of the call, which the request to settle it names. */
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
    /** The previously approved definition; null for a new tool. */
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
  /** Number of waiting items by kind, regardless of the filter. */
  counts: z.record(z.enum(inboxKinds), z.int()),
});
export type InboxPage = z.infer<typeof inboxPage>;
