import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isNotFound, ProblemError } from '../api/problem-error.ts';
import { EmptyState } from './notice.tsx';

interface NoSuchProps {
  icon: Icon;
  /** Kind of what is not there: "tool". */
  what: string;
  /** As the address has it. */
  name: string;
  /** The list of what there is. */
  list: '/conversations' | '/flags' | '/tools';
  /** What may be the reason. */
  children: ReactNode;
}

/** The address names what is not there: asking again cannot help, so the way to those that are is offered. */
export function NoSuch({ icon: What, what, name, list, children }: NoSuchProps) {
  return (
    <EmptyState
      icon={<What size={22} stroke={1.6} />}
      title={`No ${what} ${name}`}
      action={
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link to={list} search={(current: { org?: string }) => ({ org: current.org })} {...props} />
          )}
        >
          All {what}s
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}

/** Nothing has that name, or nothing could: 422 is the answer to what is no name. */
export function isNoSuch(error: Error | null): boolean {
  return isNotFound(error) || (error instanceof ProblemError && error.status === 422);
}
