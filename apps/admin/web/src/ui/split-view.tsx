import type { ReactNode } from 'react';
import classes from './split-view.module.css';

interface SplitViewProps {
  /** The main content: a list or messages. */
  children: ReactNode;
  /** Opened beside it, or below in narrow windows: a peek. */
  beside: ReactNode;
}

/** A list or messages with a peek. Both scroll separately. */
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
