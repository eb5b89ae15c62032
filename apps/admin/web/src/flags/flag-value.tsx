import type { FlagInOrg } from '#contracts';
import { StatusBadge, type Tone } from '../ui/status-badge.tsx';
import classes from './flags.module.css';
import { percentWord, valueWord, whyShareIsIdle } from './flag-words.ts';

const TONES: Record<string, Tone> = { true: 'green', enforce: 'green', shadow: 'blue' };

/** A value with its colour; one that is inherited stands without a badge, so that what was set stands out. */
export function FlagValueBadge({ value, inherited = false }: { value: unknown; inherited?: boolean }) {
  if (inherited) return <span className={classes.inherited}>{valueWord(value)}</span>;
  return <StatusBadge tone={TONES[String(value)] ?? 'gray'} label={valueWord(value)} />;
}

interface ShareMarkProps {
  here: FlagInOrg;
  /** Where there is no room for the value: what changes nothing is left out there. */
  short?: boolean;
}

/** A share of conversations with another value; one that changes nothing says so. */
export function ShareMark({ here, short = false }: ShareMarkProps) {
  const { value, percent } = here.share;
  const idle = whyShareIsIdle(here);
  if (value === null || (idle && short)) return null;
  const words = `${percentWord(percent)} of conversations: ${valueWord(value)}`;
  return (
    <span
      className={classes.share}
      data-idle={idle ? true : undefined}
      title={idle ? `${words}. It has no effect: ${idle}` : words}
    >
      {percentWord(percent)} {!short && valueWord(value)}
      {idle && ', no effect'}
    </span>
  );
}
