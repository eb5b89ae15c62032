import type { CSSProperties } from 'react';

export type Tone = 'green' | 'red' | 'amber' | 'blue' | 'gray';

/** Sets `--tone` and `--tone-soft`, for the styles of an element and of what it contains. */
export function toned(tone: Tone | 'accent' | 'muted'): CSSProperties {
  return { '--tone': `var(--tp-${tone})`, '--tone-soft': `var(--tp-${tone}-soft)` } as CSSProperties;
}
