import classes from './status-badge.module.css';
import { toned, type Tone } from './tone.ts';

export interface StatusLook {
  tone: Tone;
  label: string;
  /** Pulses while something is in progress. */
  active?: boolean;
}

/** A light badge in a status colour, always with a label. */
export function StatusBadge({ tone, label, active = false, title }: StatusLook & { title?: string }) {
  return (
    <span className={classes.badge} style={toned(tone)} title={title}>
      <span className={classes.dot} data-active={active || undefined} aria-hidden="true" />
      {label}
    </span>
  );
}
