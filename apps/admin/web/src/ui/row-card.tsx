import type { ReactNode } from 'react';
import classes from './row-card.module.css';

interface RowCardProps {
  title: ReactNode;
  /** At the end of the first line: a state. */
  state?: ReactNode;
  note?: ReactNode;
  /** At the end of the second line: a time. */
  end?: ReactNode;
}

/** A row of a narrow list as a card of two lines. */
export function RowCard({ title, state, note, end }: RowCardProps) {
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <span className="truncate">{title}</span>
        {state && <span className={classes.end}>{state}</span>}
      </div>
      <div className={classes.foot}>
        <span className="truncate">{note}</span>
        {end && <span className={classes.end}>{end}</span>}
      </div>
    </div>
  );
}
