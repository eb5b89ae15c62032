import { useAcrossOrgs } from '../session/use-one-org.ts';

/** Prefix of a card's note in the view of all orgs, in place of the org column. */
export function OrgOfRow({ org }: { org: { slug: string } | null | undefined }) {
  if (!useAcrossOrgs()) return null;
  return <span className="muted">{org?.slug ?? 'platform'} · </span>;
}
