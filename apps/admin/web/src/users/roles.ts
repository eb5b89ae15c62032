import type { UserRole } from '#contracts';

/** Roles that an org gives. */
export const ROLES_OF_ORG: readonly UserRole[] = ['org_admin', 'member', 'analyst'];
/** Roles of the platform, for somebody without an org. */
export const ROLES_OF_PLATFORM: readonly UserRole[] = ['platform_admin', 'analyst'];

/** What each role may do, as `docs/security.md` has it. */
export const ROLE_MAY: Record<UserRole, string> = {
  platform_admin: 'everything in every org, the platform’s defaults, flags of all orgs and queues',
  org_admin: 'everything in its org: settings, flags, keys, users, approvals',
  member: 'the playground, conversations, approvals and the inbox of its org',
  analyst:
    'reading metrics, traces and analytics, no message texts unless the org allows it; changes nothing',
};
