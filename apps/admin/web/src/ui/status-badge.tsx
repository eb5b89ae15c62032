import classes from './status-badge.module.css';

export type Tone = 'green' | 'red' | 'amber' | 'blue' | 'gray';

export interface StatusLook {
  tone: Tone;
  label: string;
  /** Pulses while something is in progress. */
  active?: boolean;
}

/** A light badge in a status colour, always with a label. */
export function StatusBadge({ tone, label, active = false, title }: StatusLook & { title?: string }) {
  return (
    <span className={classes.badge} data-tone={tone} title={title}>
      <span className={classes.dot} data-active={active || undefined} aria-hidden="true" />
      {label}
    </span>
  );
}
