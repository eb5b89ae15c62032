import { axisOf, barSize, isInSight } from './scale.ts';

describe('axisOf', () => {
  it('rounds both ends outwards', () => {
    expect(axisOf(0, 87)).toEqual({ min: 0, max: 100, ticks: [0, 50, 100] });
    expect(axisOf(0.91, 0.993)).toEqual({ min: 0.9, max: 1, ticks: [0.9, 0.95, 1] });
  });

  it('does not exceed the greatest possible value, such as 100 %', () => {
    for (const low of [0, 0.5, 0.97, 1]) {
      const { min, max, ticks } = axisOf(low, 1, 1);
      expect([max, ticks.every((tick) => tick <= 1), min < 1]).toEqual([1, true, true]);
    }
    expect(axisOf(100, 100, 100)).toEqual({ min: 50, max: 100, ticks: [50, 100] });
  });

  it('has round durations', () => {
    const hour = 3_600_000;
    expect(axisOf(0, 11 * hour, undefined, true).ticks).toEqual([0, 3, 6, 9, 12].map((n) => n * hour));
    expect(axisOf(0, 70_000, undefined, true).ticks).toEqual([0, 30_000, 60_000, 90_000]);
    expect(axisOf(0, 1_240, undefined, true).ticks).toEqual([0, 500, 1_000, 1_500]);
    expect(axisOf(0, 71 * hour, undefined, true).ticks).toEqual([0, 24, 48, 72].map((n) => n * hour));
  });

  it('has a range even if all values are equal', () => {
    const axis = axisOf(3, 3);
    expect(axis.max).toBeGreaterThan(axis.min);
    expect(axisOf(0, 0).max).toBeGreaterThan(0);
  });
});

it.each([
  ['twice as high', 2, [0.5, 1], true],
  ['far above everything', 20, [0.1, 0.25], false],
  ['above nothing but zeros', 20, [0, 0], true],
  ['above no value', 20, [], true],
  ['below', 0.95, [0.97, 1], true],
])('decides whether to show a threshold %s', (_, threshold, values, expected) => {
  expect(isInSight(threshold, values)).toBe(expected);
});

it.each([
  [0, 8, '0%', 0],
  [0, 1e-9, '0%', 0],
  [0.000_02, 8, '0.00025%', 1],
  [2, 8, '25%', 1],
  [9, 8, '100%', 1],
])('a bar of %d of %d is %s wide, and at least %d px', (value, full, width, minWidth) => {
  expect(barSize(value, full)).toEqual({ width, minWidth });
});
