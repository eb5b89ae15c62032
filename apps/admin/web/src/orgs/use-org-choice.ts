import type { ConsoleOrg } from '#contracts/console';
import { useOrgs, useSession } from '../session/use-session.ts';
import { usePageSearch } from '../ui/page-search.ts';

/** The org that is looked at: one's own, or the one that is picked; undefined while all of them are. */
export function useOrgChoice(): ConsoleOrg | undefined {
  const session = useSession();
  const orgs = useOrgs();
  const { search } = usePageSearch();
  if (!session.permissions.allOrgs) return session.org ?? undefined;
  return orgs.find(({ slug }) => slug === search.org);
}
