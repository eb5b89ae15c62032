import type { ReactNode } from 'react';
import classes from './split-view.module.css';

interface SplitViewProps {
  /** What stays in sight: a list, or messages. */
  children: ReactNode;
  /** What is opened beside it, or below where there is no room; a peek. */
  beside: ReactNode;
}

/** A list, or messages, with what is opened of them. Both scroll by themselves. */
export function SplitView({ children, beside }: SplitViewProps) {
  const isSplit = beside !== undefined && beside !== null && beside !== false && beside !== '';
  return (
    <div className={classes.frame}>
      <div className={classes.view} data-split={isSplit || undefined}>
        {children}
        {beside}
      </div>
    </div>
  );
}
