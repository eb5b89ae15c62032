import { z } from 'zod';
import { MAX_SEARCH_CHARACTERS } from './search.ts';
import { NO_NUL, orgSlug, uuid } from '../values/ids.ts';
import { pageOf, pageQuery } from '../values/page.ts';

/** The audit log of the console: who changed what, newest first. */

export const auditActorKinds = ['user', 'api_key', 'system'] as const;

const words = z
  .string()
  .trim()
  .min(1)
  .max(MAX_SEARCH_CHARACTERS)
  .refine(...NO_NUL);

/** The filters of the page, as they stand in its URL and in the request. */
const auditFilter = z.strictObject({
  /** Slug of an org; without it everything that the session may see. */
  org: orgSlug.optional(),
  /** An action, or its first part: `flag` finds `flag.set` and `flag.kill`. */
  action: z
    .string()
    .regex(/^[a-z][a-z0-9_.]{0,79}$/, 'expected an action such as flag.set')
    .optional(),
  actor: z.enum(auditActorKinds).optional(),
  user: uuid.optional(),
  /** Part of the target, of the reason, or of the name or address of who did it or was changed. */
  q: words.optional(),
  from: z.iso.date().optional(),
  /** Included. Days are those of UTC. */
  to: z.iso.date().optional(),
});
export const auditQuery = z.strictObject({ ...auditFilter.shape, ...pageQuery.shape });
export type AuditQuery = z.infer<typeof auditQuery>;

export const consoleAuditEntry = z.object({
  id: uuid,
  at: z.iso.datetime(),
  /** Null for what concerns the platform itself. */
  org: z.object({ id: uuid, slug: z.string(), name: z.string() }).nullable(),
  /** Name and address are null where nobody did it, where the account is gone, and of the platform's people in an org's log. */
  actor: z.object({
    kind: z.enum(auditActorKinds),
    userId: uuid.nullable(),
    name: z.string().nullable(),
    email: z.string().nullable(),
  }),
  action: z.string(),
  /** What it was done to, as a kind and a name or id: `flag:tool_broker`. */
  target: z.string(),
  /** What people call a target that is known by an id: a user, an API key, an invitation, a saved query. */
  targetName: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string().nullable(),
});
export type ConsoleAuditEntry = z.infer<typeof consoleAuditEntry>;

export const consoleAuditPage = pageOf(consoleAuditEntry);
export type ConsoleAuditPage = z.infer<typeof consoleAuditPage>;
