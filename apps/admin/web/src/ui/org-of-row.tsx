import { usePermissions } from '../session/use-permissions.ts';
import { usePageSearch } from './page-search.ts';

/** Prefix of a card's note in the view of all orgs, in place of the org column. */
export function OrgOfRow({ org }: { org: { slug: string } | null | undefined }) {
  const { search } = usePageSearch();
  const { allOrgs } = usePermissions();
  if (!allOrgs || search.org !== undefined) return null;
  return <span className="muted">{org?.slug ?? 'platform'} · </span>;
}
