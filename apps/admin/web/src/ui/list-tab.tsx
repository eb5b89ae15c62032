import type { ReactNode } from 'react';
import classes from './list-tab.module.css';

interface ListTabProps {
  /** Text and actions above the list. */
  bar: ReactNode;
  /** The list, which fills the remaining height. */
  children: ReactNode;
}

export function ListTab({ bar, children }: ListTabProps) {
  return (
    <div className="fill">
      <div className={classes.bar}>{bar}</div>
      {children}
    </div>
  );
}
