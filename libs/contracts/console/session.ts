import { z } from 'zod';
import { uuid } from '../values/ids.ts';
import { userRole } from '../orgs/scopes.ts';

/** Requests and responses of the console's session routes. Times are ISO 8601 in UTC. */

/** Header with the CSRF token of the session, required in every state-changing request of a browser session. */
export const CSRF_HEADER = 'x-csrf-token';

export const signIn = z.strictObject({
  email: z.string().trim().min(3, 'expected an e-mail address').max(320),
  password: z.string().min(1, 'expected a password').max(1_000),
});
export type SignIn = z.infer<typeof signIn>;

export const consoleOrg = z.object({ id: uuid, slug: z.string(), name: z.string() });
export type ConsoleOrg = z.infer<typeof consoleOrg>;

export const consoleOrgs = z.object({ items: z.array(consoleOrg) });

/** Permissions of a session. The app hides forbidden actions, and the server rejects them. */
const consolePermissions = z.object({
  /** The session can access and select every org. */
  allOrgs: z.boolean(),
  /** Slugs of the orgs whose texts the session can read: messages, inputs and outputs of spans. Null: all accessible orgs. */
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

/** Answer of `GET /admin/session`. Without a session it is `session: null`, not an error. */
export const consoleSessionAnswer = z.object({ session: consoleSession.nullable() });
