import type { ConsoleSpan } from '#contracts/console';

/** An interval without running spans, in milliseconds after the start of the trace. */
export interface IdleGap {
  fromMs: number;
  toMs: number;
}

/** Shorter pauses are not gaps. */
const MIN_GAP_MS = 1_000;
/** A gap must also have at least this share of the busy time. */
const MIN_SHARE_OF_BUSY = 0.1;
/** Compression is offered from this share of idle time. */
const OFFERED_FROM = 0.5;

/** Width of a compressed gap as a share of the busy time, and the limit for all gaps together. */
const GAP_SHARE = 0.06;
const ALL_GAPS_SHARE = 0.4;

export interface IdleTime {
  /** Gaps worth compressing. */
  gaps: readonly IdleGap[];
  idleMs: number;
  /** From the first start to the last end. */
  wholeMs: number;
}

type Timed = Pick<ConsoleSpan, 'startMs' | 'durationMs'>;

/** A span without an end reaches to `nowMs`, or to its start if absent. */
export function idleTime(spans: readonly Timed[], nowMs?: number): IdleTime {
  const endOf = ({ startMs, durationMs }: Timed) =>
    durationMs === null ? Math.max(startMs, nowMs ?? startMs) : startMs + durationMs;
  const [first, ...others] = spans.toSorted((a, b) => a.startMs - b.startMs);
  if (!first) return { gaps: [], idleMs: 0, wholeMs: 0 };
  const pauses: IdleGap[] = [];
  let reachedMs = endOf(first);
  for (const span of others) {
    if (span.startMs - reachedMs > MIN_GAP_MS) pauses.push({ fromMs: reachedMs, toMs: span.startMs });
    reachedMs = Math.max(reachedMs, endOf(span));
  }
  const wholeMs = reachedMs - first.startMs;
  const busyMs = wholeMs - lengthOf(pauses);
  const gaps = pauses.filter(({ fromMs, toMs }) => toMs - fromMs > busyMs * MIN_SHARE_OF_BUSY);
  return { gaps, idleMs: lengthOf(gaps), wholeMs };
}

function lengthOf(gaps: readonly IdleGap[]): number {
  return gaps.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
}

/** Whether to show the button: if gaps take much of the time, or are compressed already. */
export function isIdleOffered({ gaps, idleMs, wholeMs }: IdleTime, cutGaps: boolean): boolean {
  if (cutGaps && gaps.length > 0) return true;
  return wholeMs > 0 && idleMs / wholeMs >= OFFERED_FROM;
}

/** The time axis with compressed gaps: from times of the trace to places on the axis and back, in milliseconds. */
export interface ShortAxis {
  gaps: readonly IdleGap[];
  toPlace: (ms: number) => number;
  toMoment: (place: number) => number;
}

export function shortAxis({ gaps, idleMs, wholeMs }: IdleTime): ShortAxis {
  const busyMs = Math.max(wholeMs - idleMs, 1);
  const leftMs = busyMs * Math.min(GAP_SHARE, ALL_GAPS_SHARE / Math.max(gaps.length, 1));
  const cuts = gaps.map(({ fromMs, toMs }) => ({
    fromMs,
    lengthMs: toMs - fromMs,
    leftMs: Math.min(leftMs, toMs - fromMs),
  }));
  const toPlace = (ms: number) =>
    cuts.reduce((place, cut) => {
      const within = Math.min(Math.max(ms - cut.fromMs, 0), cut.lengthMs);
      return place - within * (1 - cut.leftMs / cut.lengthMs);
    }, ms);
  const toMoment = (place: number) => {
    let ms = place;
    for (const cut of cuts) {
      const within = Math.min(Math.max(ms - cut.fromMs, 0), cut.leftMs);
      ms += within * (cut.lengthMs / cut.leftMs - 1);
    }
    return ms;
  };
  return { gaps, toPlace, toMoment };
}
