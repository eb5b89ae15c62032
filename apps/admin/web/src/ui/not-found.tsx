import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isNotFound, ProblemError } from '../api/problem-error.ts';
import { LinkButton } from './link-button.tsx';
import { EmptyState } from './notice.tsx';

interface NotFoundProps {
  icon: Icon;
  what: string;
  name: string;
  list: string;
  /** Filters of the list, besides the org. */
  filters?: Record<string, string | undefined>;
  children: ReactNode;
}

/** Page for an unknown name in the address. Retrying cannot help, so it links to the list. */
export function NotFound({ icon, what, name, list, filters, children }: NotFoundProps) {
  return (
    <EmptyState
      icon={icon}
      title={`No ${what} ${name}`}
      action={
        <LinkButton to={list} search={(current: { org?: string }) => ({ org: current.org, ...filters })}>
          All {what}s
        </LinkButton>
      }
    >
      {children}
    </EmptyState>
  );
}

/** Whether the name is unknown (404) or malformed (422). */
export function isUnknownName(error: Error | null): boolean {
  return isNotFound(error) || (error instanceof ProblemError && error.status === 422);
}
