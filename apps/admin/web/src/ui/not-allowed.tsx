import { Select } from '@mantine/core';
import { IconBuilding, IconLock } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOrgs, useSession } from '../session/use-session.ts';
import { EmptyState } from './notice.tsx';

/** Role for platform pages. */
export const PLATFORM_ADMINS = 'platform admins';

/** Shown for a direct link without permission: who has access, and whom to ask. */
export function NotAllowed({ what, who }: { what: string; who: string }) {
  const { org, user } = useSession();
  // An org admin assigns roles of the org only, and only to its users.
  const orgCanHelp = who !== PLATFORM_ADMINS && org !== null && user.role !== 'org_admin';
  return (
    <EmptyState icon={<IconLock size={22} stroke={1.6} />} title={`${what}: only for ${who}`}>
      Your role has no access.{' '}
      {orgCanHelp ? 'Ask an admin of your org for a role that has.' : 'Ask an operator of this platform.'}
    </EmptyState>
  );
}

/** For pages about a single org, opened in the view of all. Picking one adds it to the address. */
export function PickAnOrg({ children }: { children: ReactNode }) {
  const orgs = useOrgs();
  const navigate = useNavigate();
  const pick = (org: string | null) =>
    void navigate({ to: '.', search: (before) => ({ ...before, org: org ?? undefined }) });
  return (
    <EmptyState
      icon={<IconBuilding size={22} stroke={1.6} />}
      title="Pick an org"
      action={
        <Select
          aria-label="Pick an org"
          placeholder="Pick an org"
          w={260}
          searchable
          nothingFoundMessage="No such org"
          data={orgs.map(({ slug, name }) => ({ value: slug, label: name }))}
          onChange={pick}
        />
      }
    >
      {children}
    </EmptyState>
  );
}
