import { StatusBadge, type Tone } from '../ui/status-badge.tsx';
import classes from './flags.module.css';
import { percentWord, valueWord } from './flag-words.ts';

const TONES: Record<string, Tone> = { true: 'green', enforce: 'green', shadow: 'blue' };

/** A value with its colour; one that is inherited stands without a badge, so that what was set stands out. */
export function FlagValueBadge({ value, inherited = false }: { value: unknown; inherited?: boolean }) {
  if (inherited) return <span className={classes.inherited}>{valueWord(value)}</span>;
  return <StatusBadge tone={TONES[String(value)] ?? 'gray'} label={valueWord(value)} />;
}

interface ShareMarkProps {
  value: unknown;
  percent: number | null;
  /** Where there is no room for the value. */
  short?: boolean;
}

/** A share of conversations with another value. */
export function ShareMark({ value, percent, short = false }: ShareMarkProps) {
  if (value === null) return null;
  return (
    <span className={classes.share} title={`${percentWord(percent)} of conversations: ${valueWord(value)}`}>
      {percentWord(percent)} {!short && valueWord(value)}
    </span>
  );
}
