import { Select } from '@mantine/core';
import { IconBuilding, IconLock } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOrgs, useSession } from '../session/use-session.ts';
import { EmptyState } from './notice.tsx';

/** Theirs is the platform, not an org. */
export const PLATFORM_ADMINS = 'platform admins';

/** What a direct link shows to a role that may not: why, who may, and who could help. */
export function NotAllowed({ what, who }: { what: string; who: string }) {
  const { org, user } = useSession();
  // An org's admin gives roles of the org: neither the platform's, nor any to who belongs to no org.
  const orgCanHelp = who !== PLATFORM_ADMINS && org !== null && user.role !== 'org_admin';
  return (
    <EmptyState icon={<IconLock size={22} stroke={1.6} />} title={`${what}: only for ${who}`}>
      Your role has no access.{' '}
      {orgCanHelp ? 'Ask an admin of your org for a role that has.' : 'Ask an operator of this platform.'}
    </EmptyState>
  );
}

/** For a page that concerns one org, while all of them are looked at: it stays, with the org in its address. */
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
