import type { FlagInOrg } from '#contracts';
import { StatusBadge } from '../ui/status-badge.tsx';
import type { Tone } from '../ui/tone.ts';
import classes from './flags.module.css';
import { percentWord, valueWord, idleShare } from './flag-labels.ts';

const TONES: Record<string, Tone> = { true: 'green', enforce: 'green', shadow: 'blue' };

/** A value with its colour. Inherited values have no badge, so that set values stand out. */
export function FlagValueBadge({ value, inherited = false }: { value: unknown; inherited?: boolean }) {
  if (inherited) return <span className="muted">{valueWord(value)}</span>;
  return <StatusBadge tone={TONES[String(value)] ?? 'gray'} label={valueWord(value)} />;
}

interface ShareMarkProps {
  here: FlagInOrg;
  /** For narrow places: omits a share without effect. */
  short?: boolean;
}

/** A share of conversations with another value; marks a share without effect. */
export function ShareMark({ here, short = false }: ShareMarkProps) {
  const { value, percent } = here.share;
  const idle = idleShare(here);
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
