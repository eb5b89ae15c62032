/**
 * The one source of time. Everything that stores, compares or shows a moment asks it, so that tests and
 * demo history can set the time (`CLOCK_AT`). Durations are measured with `performance.now()`, and leases with
 * the database's own clock, because neither may jump with this one.
 */
export interface Clock {
  now(): Date;
}

/**
 * A clock that starts at `startAt` (the machine's time when absent) and runs on from there.
 */
export function createClock(startAt?: Date): Clock {
  const offsetMs = startAt ? startAt.getTime() - Date.now() : 0;
  return { now: () => new Date(Date.now() + offsetMs) };
}

/** A clock for tests: it stands still until it is told to move. */
export class FixedClock implements Clock {
  constructor(private current: Date) {}

  now(): Date {
    return new Date(this.current);
  }

  set(moment: Date): void {
    this.current = moment;
  }

  advance(milliseconds: number): void {
    this.current = new Date(this.current.getTime() + milliseconds);
  }
}
