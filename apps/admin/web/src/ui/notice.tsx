import { Button } from '@mantine/core';
import { IconAlertTriangle, IconFilterOff, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ProblemError, type ShownProblem } from '../api/problem-error.ts';
import classes from './notice.module.css';
import { usePageSearch } from './page-search.ts';
import { filtersIn, errorsOf } from './address-errors.ts';

interface EmptyStateProps {
  icon?: Icon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** An empty view: the reason and the next step. */
export function EmptyState({ icon: Symbol, title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.notice}>
      {Symbol && (
        <div className={classes.icon}>
          <Symbol size={22} stroke={1.6} />
        </div>
      )}
      <h2 className={classes.title}>{title}</h2>
      {children && <div className={classes.text}>{children}</div>}
      {action}
    </div>
  );
}

interface FilteredOutProps {
  title: string;
  onClear: () => void;
  children?: ReactNode;
}

export function FilteredOut({ title, onClear, children }: FilteredOutProps) {
  return (
    <EmptyState
      icon={IconFilterOff}
      title={title}
      action={
        <Button variant="default" onClick={onClear}>
          Clear the filters
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}

interface ErrorStateProps {
  error: Error;
  what: string;
  onRetry?: () => void;
}

/** An error: what failed, why, and what to do. */
export function ErrorState({ error, what, onRetry }: ErrorStateProps) {
  const problem = error instanceof ProblemError ? error.problem : undefined;
  const { search } = usePageSearch();
  if (problem?.status === 422 && filtersIn(search).length > 0) return <AddressErrors problem={problem} />;
  return (
    <div className={classes.notice} role="alert">
      <div className={classes.icon} data-tone="red">
        <IconAlertTriangle size={22} stroke={1.6} />
      </div>
      <h2 className={classes.title}>{problem?.title ?? `${what} cannot be shown`}</h2>
      <div className={classes.text}>
        <p>{adviceFor(error)}</p>
        {problem?.traceId && (
          <p>
            Trace <span className="mono">{problem.traceId}</span>
          </p>
        )}
      </div>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** The server rejects the address. Retrying cannot help; clearing the filters does. */
export function AddressErrors({ problem }: { problem?: ShownProblem }) {
  const { search, clear } = usePageSearch();
  return (
    <FilteredOut title="The address contains an invalid filter" onClear={clear}>
      {errorsOf(search, problem).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </FilteredOut>
  );
}

function adviceFor(error: Error): string {
  if (!(error instanceof ProblemError))
    return `${error.message}. Reload the page. If the error persists, tell an operator of this console.`;
  if (error.status === 403) return `${error.message} Ask an admin of the org for a role that has access.`;
  if (error.status === 404) return `${error.message} It may have been deleted or belong to another org.`;
  if (error.status === 503) return `${error.message} Try again when the service is back.`;
  return error.message;
}
