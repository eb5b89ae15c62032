/**
 * The one source of time. All code that stores, compares or shows times uses it, so that tests and demo history can set the
 * time (`CLOCK_AT`). Durations use `performance.now()` and leases use the database's clock, because neither may jump when
 * this clock is set.
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

/** Message that sets the clock of a child process to `clockAt` (ISO 8601). The child acknowledges it with the same message. */
export interface ClockMove {
  clockAt: string;
}

/** The IPC channel of a forked process to its parent; `process` itself. */
export interface ClockChannel {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  send?: ((message: ClockMove) => unknown) | undefined;
}

/**
 * A clock that starts at `startAt`, runs on from there, and jumps when the parent process sends a {@link ClockMove}. Demo
 * history uses it to simulate two weeks in minutes.
 */
export function createSteeredClock(startAt: Date, channel: ClockChannel = process): Clock {
  let clock = createClock(startAt);
  channel.on('message', (message) => {
    const at = isClockMove(message) ? new Date(message.clockAt) : undefined;
    if (at === undefined || Number.isNaN(at.getTime())) return;
    clock = createClock(at);
    channel.send?.({ clockAt: at.toISOString() });
  });
  return { now: () => clock.now() };
}

function isClockMove(message: unknown): message is ClockMove {
  return (
    typeof message === 'object' && message !== null && typeof (message as ClockMove).clockAt === 'string'
  );
}

/** A clock for tests that changes only by `set` and `advance`. */
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
