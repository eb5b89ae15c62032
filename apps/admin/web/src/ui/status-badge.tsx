import classes from './status-badge.module.css';
import { toned, type Tone } from './tone.ts';

export interface StatusLook {
  tone: Tone;
  label: string;
  /** Pulses while something is in progress. */
  active?: boolean;
}

export function StatusBadge({ tone, label, active = false, title }: StatusLook & { title?: string }) {
  return (
    <span className={classes.badge} style={toned(tone)} title={title}>
      <span className={classes.dot} data-active={active || undefined} aria-hidden="true" />
      {label}
    </span>
  );
}
