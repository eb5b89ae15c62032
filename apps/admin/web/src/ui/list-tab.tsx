import type { ReactNode } from 'react';
import classes from './list-tab.module.css';

interface ListTabProps {
  /** What the list is of, and what can be added to it. */
  bar: ReactNode;
  /** The list, which takes the height that is left. */
  children: ReactNode;
}

/** A view whose list has a line above it. */
export function ListTab({ bar, children }: ListTabProps) {
  return (
    <div className={classes.tab}>
      <div className={classes.bar}>{bar}</div>
      {children}
    </div>
  );
}
