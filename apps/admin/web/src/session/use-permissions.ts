import type { ConsoleSession } from '#contracts/console';
import { useSession } from './use-session.ts';

/** Permissions of a role (`docs/security.md`). The app hides forbidden actions; the server refuses them. */
export interface Permissions {
  /** Manages every org and the platform: flags of all orgs, queues. */
  platform: boolean;
  /** Changes an org: settings, keys, tools. */
  admin: boolean;
  /** Works in an org: playground, approvals, inbox. Every role except analyst. */
  work: boolean;
  /** Reads message texts of an org, given its slug; without one, of the own org, or of some org in the view of all. */
  textsOf: (org: string | undefined) => boolean;
  allOrgs: boolean;
}

export function permissionsOf({
  user,
  org,
  permissions,
}: Pick<ConsoleSession, 'user' | 'org' | 'permissions'>): Permissions {
  const { messageTexts } = permissions;
  return {
    platform: user.role === 'platform_admin',
    admin: user.role === 'platform_admin' || user.role === 'org_admin',
    work: user.role !== 'analyst',
    textsOf: (slug = org?.slug) =>
      messageTexts === null || messageTexts.some((one) => slug === undefined || one === slug),
    allOrgs: permissions.allOrgs,
  };
}

export function usePermissions(): Permissions {
  return permissionsOf(useSession());
}
