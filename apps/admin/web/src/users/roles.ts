import type { UserRole } from '#contracts';

/** Roles that an org gives. */
export const ROLES_OF_ORG: readonly UserRole[] = ['org_admin', 'member', 'analyst'];
/** Roles of the platform, for somebody without an org. */
export const ROLES_OF_PLATFORM: readonly UserRole[] = ['platform_admin', 'analyst'];

/** What each role may do, as `docs/security.md` has it. */
export const ROLE_MAY: Record<UserRole, string> = {
  platform_admin: 'everything in every org, platform defaults, flags of all orgs, queues',
  org_admin: 'everything in the org: settings, flags, keys, users, approvals',
  member: 'playground, conversations, approvals and inbox of the org',
  analyst: 'read metrics, traces and analytics; message texts only if the org allows it',
};
