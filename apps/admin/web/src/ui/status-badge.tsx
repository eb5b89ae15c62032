import classes from './status-badge.module.css';

export type Tone = 'green' | 'red' | 'amber' | 'blue' | 'gray';

interface StatusBadgeProps {
  tone: Tone;
  label: string;
  /** Pulses: something is going on right now. */
  active?: boolean;
  title?: string;
}

/** A light badge in the colour of a status. Colour never says it alone: the label does too. */
export function StatusBadge({ tone, label, active = false, title }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone} title={title}>
      <span className={classes.dot} data-active={active || undefined} aria-hidden="true" />
      {label}
    </span>
  );
}
