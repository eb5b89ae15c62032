import type { ConsoleSession } from '#contracts/console';
import { usePageSearch } from '../ui/page-search.ts';
import { useSession } from './use-session.ts';

/** Whether one org is looked at: the picked one, or that of whoever is signed in. */
export function isOneOrg(session: ConsoleSession, org: string | undefined): boolean {
  return session.org !== null || org !== undefined;
}

/** For what concerns one org; see {@link isOneOrg}. */
export function useOneOrg(): { picked: boolean; org: string | undefined } {
  const session = useSession();
  const { search } = usePageSearch();
  return { picked: isOneOrg(session, search.org), org: search.org };
}
