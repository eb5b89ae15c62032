import type { Fill } from '#pack-kit';

/** The codes of a fill: those of `first` in their order, any other code alone. */
export function partsOf(fill: Fill): Fill[] {
  return fill.from === 'first' ? fill.of.flatMap(partsOf) : [fill];
}
