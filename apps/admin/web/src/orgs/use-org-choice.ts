import type { ConsoleOrg } from '#contracts/console';
import { useOrgs, useSession } from '../session/use-session.ts';
import { usePageSearch } from '../ui/page-search.ts';

/** The org in view: the viewer's own or the picked one; undefined in the view of all orgs. */
export function useOrgChoice(): ConsoleOrg | undefined {
  const session = useSession();
  const orgs = useOrgs();
  const { search } = usePageSearch();
  if (!session.permissions.allOrgs) return session.org ?? undefined;
  return orgs.find(({ slug }) => slug === search.org);
}
