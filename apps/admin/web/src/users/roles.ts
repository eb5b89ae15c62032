import type { UserRole } from '#contracts';

export const ROLES_OF_ORG: readonly UserRole[] = ['org_admin', 'member', 'analyst'];
/** Platform roles, for users without an org. */
export const ROLES_OF_PLATFORM: readonly UserRole[] = ['platform_admin', 'analyst'];

/** Permissions of each role, as in `docs/security.md`. */
export const ROLE_MAY: Record<UserRole, string> = {
  platform_admin: 'everything in every org, platform defaults, flags of all orgs, queues',
  org_admin: 'everything in the org: settings, flags, keys, users, approvals',
  member: 'playground, conversations, approvals and inbox of the org',
  analyst: 'read metrics, traces and analytics; message texts only if the org allows it',
};
