import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Names and values; those without a value, also by a condition that does not hold, are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false)
        .map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt className={classes.name}>{name}</dt>
            <dd className={classes.value}>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

interface FigureProps {
  name: string;
  value: ReactNode;
  /** What it is compared with, or made of. */
  note?: ReactNode;
  tone?: 'green' | 'red' | 'amber';
}

/** One number that a page is opened for. */
export function Figure({ name, value, note, tone }: FigureProps) {
  return (
    <div className={classes.figure}>
      <div className={classes.name}>{name}</div>
      <div className={classes.number} data-tone={tone}>
        {value}
      </div>
      {note !== undefined && <div className={classes.note}>{note}</div>}
    </div>
  );
}

/** A row of figures, as many beside each other as fit. */
export function Figures({ children }: { children: ReactNode }) {
  return <div className={classes.figures}>{children}</div>;
}
