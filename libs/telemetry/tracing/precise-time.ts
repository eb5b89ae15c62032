import type { HrTime } from '@opentelemetry/api';
import { createClock, type Clock } from '#config/light';

/** Interval at which the anchor is compared with the system clock. */
const COMPARE_EVERY_MS = 10_000;
/** Tolerance: the system clock has millisecond precision. A larger difference means that the clock drifted or was set. */
const MAX_DRIFT_MS = 2;

/**
 * The system time to the microsecond. OpenTelemetry starts spans at whole milliseconds, so short steps of a turn would
 * seem to overlap. The time comes from a monotonic clock that is realigned when it drifts from the system clock.
 */
export class PreciseTime {
  private anchorMs = Number.NaN;
  private comparedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly machine: Clock,
    private readonly monotonicMs: () => number = () => performance.now(),
  ) {}

  now(): HrTime {
    const passedMs = this.monotonicMs();
    if (passedMs - this.comparedAtMs >= COMPARE_EVERY_MS) this.compare(passedMs);
    const nowMs = this.anchorMs + passedMs;
    const seconds = Math.floor(nowMs / 1_000);
    return [seconds, Math.floor((nowMs - seconds * 1_000) * 1_000) * 1_000];
  }

  private compare(passedMs: number): void {
    const anchorMs = this.machine.now().getTime() - passedMs;
    if (!(Math.abs(anchorMs - this.anchorMs) <= MAX_DRIFT_MS)) this.anchorMs = anchorMs;
    this.comparedAtMs = passedMs;
  }
}

const time = new PreciseTime(createClock());

/** The start or end of a span. */
export function preciseNow(): HrTime {
  return time.now();
}
