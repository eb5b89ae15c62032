import { useMay } from '../session/use-may.ts';
import { usePageSearch } from './page-search.ts';

/** Begins the note of a card with whose it is, while every org is looked at: what a column says where there is room. */
export function OrgOfRow({ org }: { org: { slug: string } | null | undefined }) {
  const { search } = usePageSearch();
  const { allOrgs } = useMay();
  if (!allOrgs || search.org !== undefined) return null;
  return <span className="muted">{org?.slug ?? 'platform'} · </span>;
}
