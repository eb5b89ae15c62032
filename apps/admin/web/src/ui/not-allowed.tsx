import { IconBuilding, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from './notice.tsx';

/** What a direct link shows to a role that may not: why, and who may. */
export function NotAllowed({ what, who }: { what: string; who: string }) {
  return (
    <EmptyState icon={<IconLock size={22} stroke={1.6} />} title={`${what} are for ${who}`}>
      Your role does not include them. Ask an admin of your org for a role that does.
    </EmptyState>
  );
}

/** For a page that concerns one org, while all of them are looked at. */
export function PickAnOrg({ children }: { children: ReactNode }) {
  return (
    <EmptyState icon={<IconBuilding size={22} stroke={1.6} />} title="Pick an org">
      {children} The field at the top of the navigation picks one.
    </EmptyState>
  );
}
