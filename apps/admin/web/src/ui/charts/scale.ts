/** A rounded axis: ticks at 1, 2 or 5 times a power of ten, or at round durations. */
export interface Axis {
  min: number;
  max: number;
  ticks: number[];
}

const STEPS = [1, 2, 5, 10];
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** Steps below a day, as clocks have them. */
const CLOCK_STEPS_S = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200,
];

const STEP_COUNT = 4;

/** @param most the greatest possible value, such as 1 for a share. @param durations in milliseconds. */
export function axisOf(min: number, max: number, most = Infinity, durations = false): Axis {
  const span = max > min ? max - min : Math.abs(max) || 1;
  const step = (durations ? durationStep : decimalStep)(span / STEP_COUNT);
  const low = Math.min(Math.floor(min / step) * step, most - step);
  const high = Math.min(Math.max(Math.ceil(max / step) * step, low + step), most);
  const ticks: number[] = [];
  // Multiplied, not summed: floating-point steps drift.
  for (let index = 0; low + index * step <= high + step / 1_000; index += 1)
    ticks.push(Number((low + index * step).toPrecision(12)));
  return { min: low, max: high, ticks };
}

function decimalStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return (STEPS.find((candidate) => candidate * power >= rough) ?? 10) * power;
}

function durationStep(rough: number): number {
  if (rough <= SECOND_MS / 2) return decimalStep(rough);
  const seconds = CLOCK_STEPS_S.find((step) => step * SECOND_MS >= rough);
  return seconds ? seconds * SECOND_MS : Math.ceil(decimalStep(rough / DAY_MS)) * DAY_MS;
}

/** Width of a bar: a line at least, but nothing for 0. @param full value of the whole width. */
export function barSize(value: number, full: number): { width: string; minWidth: number } {
  return { width: `${Math.min(100, (value / full) * 100)}%`, minWidth: value > 0 ? 1 : 0 };
}

/** Largest ratio of threshold to values; a farther threshold would flatten the lines. */
const FARTHEST_THRESHOLD = 4;

/** Whether values stay readable if the axis extends to `threshold`. */
export function isInSight(threshold: number, values: readonly number[]): boolean {
  const highest = Math.max(0, ...values);
  return highest === 0 || threshold <= FARTHEST_THRESHOLD * highest;
}

/** Indices of at most `count` evenly spaced labels, always including the last. */
export function shownLabels(length: number, count: number): number[] {
  if (length === 0) return [];
  const step = Math.max(1, Math.ceil(length / Math.max(1, count)));
  const shown: number[] = [];
  for (let index = length - 1; index >= 0; index -= step) shown.unshift(index);
  return shown;
}

/** Fits most labels, so that stacked charts align. */
const LEAST_LABELLED_PX = 44;
/** Character width of the widest labels, `100 %`. */
const CHARACTER_PX = 6.8;
const LABEL_GAP_PX = 8;

/** Width of the vertical axis labels. */
export function labelledPx(labels: readonly string[]): number {
  const characters = Math.max(0, ...labels.map((label) => label.length));
  return Math.max(LEAST_LABELLED_PX, Math.ceil(characters * CHARACTER_PX) + LABEL_GAP_PX);
}
