/** A rounded axis: ticks at 1, 2 or 5 times a power of ten. */
export interface Axis {
  min: number;
  max: number;
  ticks: number[];
}

const STEPS = [1, 2, 5, 10];

/** An axis that holds `min` to `max` with about `count` ticks. */
export function axisOf(min: number, max: number, count = 4): Axis {
  const span = max > min ? max - min : Math.abs(max) || 1;
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((candidate) => candidate * power >= rough) ?? 10) * power;
  const low = Math.floor(min / step) * step;
  const high = Math.max(Math.ceil(max / step) * step, low + step);
  const ticks: number[] = [];
  // Counted, not added up: floating steps drift.
  for (let index = 0; low + index * step <= high + step / 1_000; index += 1)
    ticks.push(Number((low + index * step).toPrecision(12)));
  return { min: low, max: high, ticks };
}

/** How far beyond the values a line may lie that they are held against; farther away it would flatten all of them. */
const FARTHEST_THRESHOLD = 4;

/** Whether a chart of `values` still shows their course when its axis reaches to `threshold`. */
export function isInSight(threshold: number, values: readonly number[]): boolean {
  const highest = Math.max(0, ...values);
  return highest === 0 || threshold <= FARTHEST_THRESHOLD * highest;
}

/** At most `count` of `labels`, evenly spaced, the last always among them: positions of those that are written. */
export function shownLabels(length: number, count: number): number[] {
  if (length === 0) return [];
  const step = Math.max(1, Math.ceil(length / Math.max(1, count)));
  const shown: number[] = [];
  for (let index = length - 1; index >= 0; index -= step) shown.unshift(index);
  return shown;
}

/** Of most labels, so that charts that stand above each other begin in one line. */
const LEAST_LABELLED_PX = 44;
/** Of the widest that occur, `100 %`. */
const CHARACTER_PX = 6.8;
const LABEL_GAP_PX = 8;

/** How much room `labels` of an axis need at its left. */
export function labelledPx(labels: readonly string[]): number {
  const characters = Math.max(0, ...labels.map((label) => label.length));
  return Math.max(LEAST_LABELLED_PX, Math.ceil(characters * CHARACTER_PX) + LABEL_GAP_PX);
}
