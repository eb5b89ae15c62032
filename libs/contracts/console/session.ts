import { z } from 'zod';
import { uuid } from '../values/ids.ts';
import { userRole } from '../orgs/scopes.ts';

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
const consolePermissions = z.object({
  /** Sees and may pick every org. */
  allOrgs: z.boolean(),
  /** Slugs of the orgs of which they read what people wrote: messages, inputs and outputs of spans; null for all they see. */
  messageTexts: z.array(z.string()).nullable(),
});
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
