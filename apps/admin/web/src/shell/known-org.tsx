import { IconBuilding } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { refreshedOrgs, useOrgs, useSession } from '../session/use-session.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { Loading } from '../ui/loading.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';

/** The page of the address, unless the viewer may not see the org of the address: no other rows are shown for it. */
export function KnownOrg({ children }: { children: ReactNode }) {
  const { org: own, permissions } = useSession();
  const orgs = useOrgs();
  const { org } = useSearch({ strict: false });
  const { allOrgs } = permissions;
  const known = org === undefined || (allOrgs && orgs.length === 0) || orgs.some(({ slug }) => slug === org);
  // An org created a moment ago is in a new list, which also becomes that of `useOrgs`.
  const newer = useQuery({ queryKey: ['orgs', org], queryFn: refreshedOrgs, enabled: allOrgs && !known });
  // Without a new list, the page reports its own errors.
  if (known || newer.isError) return children;
  if (newer.isLoading) return <Loading what="Loading the org" />;
  return (
    <Page title="Org">
      <EmptyState
        icon={IconBuilding}
        title={allOrgs ? `There is no org “${org}”` : `No access to “${org}”`}
        action={
          <LinkButton to="." search={(current: object) => ({ ...current, org: undefined })}>
            {own && !allOrgs ? `Show ${own.name}` : 'Show all orgs'}
          </LinkButton>
        }
      >
        {own && !allOrgs
          ? `Your access is to the org “${own.slug}” alone, not to “${org}”.`
          : 'The address may be wrong.'}
      </EmptyState>
    </Page>
  );
}
