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

/** What a process that can be told the time is told: from now on it is `clockAt` (ISO 8601). It answers with the same. */
export interface ClockMove {
  clockAt: string;
}

/** The parent's end of the channel that a forked process has; `process` itself. */
export interface ClockChannel {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  send?: ((message: ClockMove) => unknown) | undefined;
}

/**
 * A clock that starts at `startAt`, runs on from there, and jumps when the process that forked this one says so: demo
 * history passes through a fortnight in minutes.
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
