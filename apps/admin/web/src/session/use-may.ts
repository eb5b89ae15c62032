import type { ConsoleSession } from '#contracts/console';
import { useSession } from './use-session.ts';

/** What a role may do (`docs/security.md`); the app hides what it may not, the server refuses it. */
export interface May {
  /** Steers every org and the platform: flags of all orgs, queues. */
  platform: boolean;
  /** Changes how an org works: settings, keys, tools. */
  admin: boolean;
  /** Works in an org: playground, approvals, inbox. Everybody but analysts. */
  work: boolean;
  /** Reads what people wrote in an org, by its slug; without one in the own org, or in some org where all are in sight. */
  textsOf: (org: string | undefined) => boolean;
  /** Sees every org and may pick one. */
  allOrgs: boolean;
}

export function mayOf({ user, org, permissions }: Pick<ConsoleSession, 'user' | 'org' | 'permissions'>): May {
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

/** What whoever is signed in may do. */
export function useMay(): May {
  return mayOf(useSession());
}
