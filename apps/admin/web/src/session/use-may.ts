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
  /** Reads what people wrote. */
  texts: boolean;
  /** Sees every org and may pick one. */
  allOrgs: boolean;
}

export function mayOf({ user, permissions }: Pick<ConsoleSession, 'user' | 'permissions'>): May {
  return {
    platform: user.role === 'platform_admin',
    admin: user.role === 'platform_admin' || user.role === 'org_admin',
    work: user.role !== 'analyst',
    texts: permissions.messageTexts,
    allOrgs: permissions.allOrgs,
  };
}

/** What whoever is signed in may do. */
export function useMay(): May {
  return mayOf(useSession());
}
