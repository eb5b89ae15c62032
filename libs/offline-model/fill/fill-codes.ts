import type { Fill } from '#pack-kit';

/** The alternatives of a `first` code in order, or any other code itself. */
export function codesOf(fill: Fill): Fill[] {
  return fill.from === 'first' ? fill.of.flatMap(codesOf) : [fill];
}
