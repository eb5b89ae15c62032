import { Select } from '@mantine/core';
import { IconBuilding, IconLock } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Permissions } from '../session/use-permissions.ts';
import { useOrgs, useSession } from '../session/use-session.ts';
import { EmptyState } from './notice.tsx';

const ROLES = {
  platform: 'platform admins',
  admin: 'admins',
  work: 'members and admins',
  texts: 'roles that may read texts',
} as const;

interface NotAllowedProps {
  what: string;
  may: keyof typeof ROLES;
}

/** A page or view that requires a permission of the viewer's role. */
export interface Restriction extends NotAllowedProps {
  may: 'platform' | 'admin' | 'work';
}

/** The restriction, if the viewer lacks its permission. */
export function refusalOf(only: Restriction | undefined, permissions: Permissions): Restriction | undefined {
  return only && !permissions[only.may] ? only : undefined;
}

/** Shown for a direct link without permission: who has access, and whom to ask. */
export function NotAllowed({ what, may }: NotAllowedProps) {
  const { org, user } = useSession();
  // An org admin assigns roles of the org only, and only to its users.
  const orgCanHelp = may !== 'platform' && org !== null && user.role !== 'org_admin';
  return (
    <EmptyState icon={IconLock} title={`${what}: only for ${ROLES[may]}`}>
      Your role has no access.{' '}
      {orgCanHelp ? 'Ask an admin of your org for access.' : 'Ask an operator of this platform.'}
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
      icon={IconBuilding}
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
