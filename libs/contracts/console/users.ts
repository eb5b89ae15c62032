import { z } from 'zod';
import { consoleOrg } from './session.ts';
import { NO_NUL, orgSlug, storableText, uuid } from '../values/ids.ts';
import { pageOf, pageQuery } from '../values/page.ts';
import { apiKeyScope, userRole } from '../orgs/scopes.ts';

/** Requests and responses for console users, invitations and API keys. Times are ISO 8601 in UTC. */

/** The search text is a name or an e-mail address, so it is short. */
export const MAX_USER_SEARCH_CHARACTERS = 100;
const words = z
  .string()
  .trim()
  .min(1)
  .max(MAX_USER_SEARCH_CHARACTERS)
  .refine(...NO_NUL);

export const consoleUserQuery = z.strictObject({
  /** Slug of an org. Default: all users that the session can access. */
  org: orgSlug.optional(),
  role: userRole.optional(),
  /** Part of a name, an e-mail address or a handle. */
  q: words.optional(),
  ...pageQuery.shape,
});
export type ConsoleUserQuery = z.infer<typeof consoleUserQuery>;

export const consoleUser = z.object({
  id: uuid,
  /** Null for platform users. */
  org: consoleOrg.nullable(),
  email: z.string().nullable(),
  name: z.string(),
  handle: z.string(),
  role: userRole,
  createdAt: z.iso.datetime(),
  disabledAt: z.iso.datetime().nullable(),
  lastSignInAt: z.iso.datetime().nullable(),
});
export type ConsoleUser = z.infer<typeof consoleUser>;
export const consoleUserPage = pageOf(consoleUser);
export type ConsoleUserPage = z.infer<typeof consoleUserPage>;

export const changeUser = z
  .strictObject({
    name: storableText(200).optional(),
    role: userRole.optional(),
    disabled: z.boolean().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'expected something to change');
export type ChangeUser = z.infer<typeof changeUser>;

export const inviteUser = z.strictObject({
  email: z.email('expected an e-mail address').max(320),
  role: userRole,
});
export type InviteUser = z.infer<typeof inviteUser>;

export const consoleInvitation = z.object({
  id: uuid,
  org: consoleOrg.nullable(),
  email: z.string(),
  role: userRole,
  invitedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type ConsoleInvitation = z.infer<typeof consoleInvitation>;

export const consoleInvitationQuery = z.strictObject({ org: orgSlug.optional(), ...pageQuery.shape });
export type ConsoleInvitationQuery = z.infer<typeof consoleInvitationQuery>;

export const consoleInvitationPage = pageOf(consoleInvitation);
export type ConsoleInvitationPage = z.infer<typeof consoleInvitationPage>;

/** @property token last part of the invitation link; returned only in this answer. */
export const invitationMade = z.object({ id: uuid, token: z.string(), expiresAt: z.iso.datetime() });
export type InvitationMade = z.infer<typeof invitationMade>;

const token = z.string().regex(/^[\w-]{20,100}$/, 'expected the token of an invitation');
export const openInvitation = z.strictObject({ token });
export type OpenInvitationRequest = z.infer<typeof openInvitation>;

export const invitationView = z.object({
  email: z.string(),
  role: userRole,
  /** True if the user already has an account and chooses a new password. */
  resets: z.boolean(),
  /** Name of the org; null for the platform. */
  org: z.string().nullable(),
  expiresAt: z.iso.datetime(),
});
export type InvitationToAccept = z.infer<typeof invitationView>;

export const acceptInvitation = z.strictObject({
  token,
  name: storableText(200).optional(),
  password: z.string().min(8, 'expected at least 8 characters').max(256),
});
export type AcceptInvitation = z.infer<typeof acceptInvitation>;

export const consoleKeyQuery = z.strictObject({ org: orgSlug.optional(), ...pageQuery.shape });
export type ConsoleKeyQuery = z.infer<typeof consoleKeyQuery>;

export const consoleApiKey = z.object({
  id: uuid,
  org: consoleOrg,
  name: z.string(),
  /** First characters of the key, by which people distinguish keys. */
  prefix: z.string(),
  scopes: z.array(apiKeyScope),
  user: z.object({ id: uuid, name: z.string(), handle: z.string(), role: userRole }).nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
});
export type ConsoleApiKey = z.infer<typeof consoleApiKey>;
export const consoleApiKeyPage = pageOf(consoleApiKey);
export type ConsoleApiKeyPage = z.infer<typeof consoleApiKeyPage>;

export const makeApiKey = z.strictObject({
  name: storableText(100),
  scopes: z
    .array(apiKeyScope)
    .min(1, 'expected at least one scope')
    .transform((scopes) => [...new Set(scopes)]),
  /** User of the org as whom the key acts; required for calls as staff or admin. */
  userId: uuid.nullable().default(null),
});
export type MakeApiKey = z.infer<typeof makeApiKey>;

/** @property key the full key; returned only in this answer. */
export const apiKeyMade = z.object({ id: uuid, key: z.string(), prefix: z.string() });
export type ApiKeyMade = z.infer<typeof apiKeyMade>;
