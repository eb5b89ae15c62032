import { FixedClock } from '#config';
import { PreciseTime } from './precise-time.ts';

const START_MS = Date.parse('2026-03-02T09:00:00.000Z');

describe('PreciseTime', () => {
  const open = () => {
    const machine = new FixedClock(new Date(START_MS));
    let passedMs = 5_000;
    const time = new PreciseTime(machine, () => passedMs);
    const pass = (milliseconds: number, machineMs = milliseconds) => {
      passedMs += milliseconds;
      machine.advance(machineMs);
    };
    return { time, pass };
  };

  it('measures microseconds', () => {
    const { time, pass } = open();
    expect(time.now()).toEqual([START_MS / 1_000, 0]);
    pass(1_234.567, 1_234);
    const [seconds, nanoseconds] = time.now();
    expect(seconds).toBe(START_MS / 1_000 + 1);
    expect(Math.abs(nanoseconds - 234_567_000)).toBeLessThanOrEqual(1_000);
  });

  it('does not jump by the rounded millisecond of the system clock', () => {
    const { time, pass } = open();
    time.now();
    pass(10_000.9, 10_000);
    expect(time.now()[1]).toBeGreaterThan(800_000);
  });

  it('follows a change of the system clock', () => {
    const { time, pass } = open();
    time.now();
    pass(10_000, 3_610_000);
    expect(time.now()).toEqual([START_MS / 1_000 + 3_610, 0]);
  });
});
