import { z } from 'zod';
import { MAX_SEARCH_CHARACTERS } from './search.ts';
import { NO_NUL, orgSlug, uuid } from '../values/ids.ts';
import { calendarDay } from '../values/moments.ts';
import { pageOf, pageQuery } from '../values/page.ts';
import { consoleOrg } from './session.ts';

/** The audit log of the console, newest first. */

export const auditActorKinds = ['user', 'api_key', 'system'] as const;

const words = z
  .string()
  .trim()
  .min(1)
  .max(MAX_SEARCH_CHARACTERS)
  .refine(...NO_NUL);

/** Filters of the page, used in its URL and in the request. */
const auditFilter = z.strictObject({
  /** Slug of an org. Default: all entries that the session can access. */
  org: orgSlug.optional(),
  /** An action, or its first part: `flag` finds `flag.set` and `flag.kill`. */
  action: z
    .string()
    .regex(/^[a-z][a-z0-9_.]{0,79}$/, 'expected an action such as flag.set')
    .optional(),
  actor: z.enum(auditActorKinds).optional(),
  user: uuid.optional(),
  /** Part of the target, the reason, or the name or e-mail address of the actor or of the changed user. */
  q: words.optional(),
  from: calendarDay.optional(),
  /** Inclusive. Days are in UTC. */
  to: calendarDay.optional(),
});
export const auditQuery = z.strictObject({ ...auditFilter.shape, ...pageQuery.shape });
export type AuditQuery = z.infer<typeof auditQuery>;

export const consoleAuditEntry = z.object({
  id: uuid,
  at: z.iso.datetime(),
  /** Null for changes of the platform. */
  org: consoleOrg.nullable(),
  /** The acting user or key. Name and e-mail are null for the system, for deleted accounts, and for platform users in an org's log. */
  actor: z.object({
    kind: z.enum(auditActorKinds),
    userId: uuid.nullable(),
    name: z.string().nullable(),
    email: z.string().nullable(),
  }),
  action: z.string(),
  /** The changed object, as kind and name or id: `flag:tool_broker`. */
  target: z.string(),
  /** Display name of a target with an id: a user, an API key, an invitation, a saved query; of an approval, the tool and the decision. */
  targetName: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  /** For an approval, the comment, which is stored with the approval and erased with its contact. */
  reason: z.string().nullable(),
});
export type ConsoleAuditEntry = z.infer<typeof consoleAuditEntry>;

export const consoleAuditPage = pageOf(consoleAuditEntry);
export type ConsoleAuditPage = z.infer<typeof consoleAuditPage>;
