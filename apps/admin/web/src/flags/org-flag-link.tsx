import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FlagView } from '#contracts';

interface OrgFlagLinkProps {
  flag: FlagView;
  /** Slug of the org highlighted on the flag's page; null for none. */
  org: string | null;
  className: string | undefined;
  children: ReactNode;
}

export function OrgFlagLink({ flag, org, className, children }: OrgFlagLinkProps) {
  return (
    <Link
      to="/flags/$key"
      params={{ key: flag.key }}
      search={(current: { org?: string }) => ({ org: current.org, at: org ?? undefined })}
      className={className}
      title={flag.description}
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </Link>
  );
}
