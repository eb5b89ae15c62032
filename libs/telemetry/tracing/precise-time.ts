import type { HrTime } from '@opentelemetry/api';
import { createClock, type Clock } from '#config/light';

/** How often the anchor is compared with the machine's clock. */
const COMPARE_EVERY_MS = 10_000;
/** The machine's clock tells whole milliseconds; what differs by more has drifted or was set. */
const MAX_DRIFT_MS = 2;

/**
 * The machine's time to the microsecond. OpenTelemetry starts spans on whole milliseconds, by which short steps of one
 * turn would seem to overlap. Runs on a monotonic clock that follows the machine's when they drift apart.
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

/** Start or end of a span. */
export function preciseNow(): HrTime {
  return time.now();
}
