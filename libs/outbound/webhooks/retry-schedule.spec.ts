import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { GIVE_UP_AFTER_MS, nextPauseMs } from './retry-schedule.ts';

const HOUR = 3_600_000;

it('the pause grows from seconds to hours, and ends within a day', () => {
  let began = 0;
  const pauses: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const pause = nextPauseMs(attempts, began, undefined);
    if (pause === undefined) break;
    pauses.push(pause);
    began += pause;
  }
  expect(pauses).toHaveLength(8);
  expect(pauses[0]).toBeLessThanOrEqual(5_000);
  expect(began).toBeGreaterThan(18 * HOUR);
  expect(began).toBeLessThan(GIVE_UP_AFTER_MS);
});

it('the pause is as long as the receiver requests, within one day', () => {
  expect(nextPauseMs(1, 0, 3 * HOUR)).toBe(3 * HOUR);
  expect(nextPauseMs(1, 22 * HOUR, 3 * HOUR)).toBeUndefined();
});

it('the pause is shortened by at most a fifth, and ends within the day', () => {
  const ms = fc.nat(GIVE_UP_AFTER_MS);
  forAll(100, fc.integer({ min: 1, max: 8 }), ms, (attempts, began) => {
    const pause = nextPauseMs(attempts, began, undefined);
    if (pause === undefined) return;
    expect(pause).toBeGreaterThanOrEqual(4_000);
    expect(began + pause).toBeLessThanOrEqual(GIVE_UP_AFTER_MS);
  });
});
