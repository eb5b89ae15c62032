import type { ConsoleSession } from '#contracts/console';
import { usePageSearch } from '../ui/page-search.ts';
import { usePermissions } from './use-permissions.ts';
import { useSession } from './use-session.ts';

/** Whether a single org is in view: the picked one, or the viewer's own. */
export function isOneOrg(session: ConsoleSession, org: string | undefined): boolean {
  return session.org !== null || org !== undefined;
}

/** For pages about a single org; see {@link isOneOrg}. */
export function useOneOrg(): { picked: boolean; org: string | undefined } {
  const session = useSession();
  const { search } = usePageSearch();
  return { picked: isOneOrg(session, search.org), org: search.org };
}

/** Whether rows of several orgs are in view, which then name their org. */
export function useAcrossOrgs(): boolean {
  const { search } = usePageSearch();
  return usePermissions().allOrgs && search.org === undefined;
}
