import type { ConsoleSpan, ConsoleTrace, SpanStatus } from '#contracts/console';
import { criticalPath, SpanTree, totalsOf, turnRoots, type TimedSpan } from '#telemetry';

/** A span of the waterfall, without texts, which are loaded per span. */
export interface WaterfallSpan extends TimedSpan {
  status: SpanStatus;
  awaitsApproval: boolean;
  cancelled: boolean;
  model: string | null;
  answeredBy: ConsoleSpan['answeredBy'];
  errorMessage: string | null;
}

/** Spans for the waterfall, with their totals. Pure. */
export function traceView(
  traceId: string,
  rows: WaterfallSpan[],
  turnId?: string,
): Omit<ConsoleTrace, 'truncated'> {
  const shown = turnId ? spansAround(rows, turnId) : rows;
  // A tool of one turn can cause another turn, so totals only count spans of the turn itself.
  const own = turnId ? shown.filter((span) => span.turnId === turnId) : shown;
  const counted = new SpanTree(own.length > 0 ? own : shown);
  const roots = turnRoots(counted, own.length > 0 ? turnId : undefined);
  const critical = new Set(criticalPath(counted, roots));
  const startedAtMs = Math.min(...shown.map((span) => span.startedAtMs));
  return {
    traceId,
    startedAt: new Date(startedAtMs).toISOString(),
    totals: totalsOf(counted, roots),
    spans: shown.map(
      ({
        turnId: _turnId,
        repeated: _repeated,
        startedAtMs: spanStartedAtMs,
        latencyMs,
        kind,
        ...span
      }): ConsoleSpan => ({
        ...span,
        kind: kind ?? 'other',
        startMs: toMicroseconds(spanStartedAtMs - startedAtMs),
        durationMs: latencyMs,
        critical: critical.has(span.spanId),
      }),
    ),
  };
}

/** Spans of one turn and their ancestors; a caller's trace can contain other turns. */
function spansAround(rows: WaterfallSpan[], turnId: string): WaterfallSpan[] {
  const byId = new Map(rows.map((row) => [row.spanId, row]));
  const kept = new Set<string>();
  for (const row of rows) {
    if (row.turnId !== turnId) continue;
    for (
      let span: WaterfallSpan | undefined = row;
      span && !kept.has(span.spanId);
      span = byId.get(span.parentSpanId ?? '')
    ) {
      kept.add(span.spanId);
    }
  }
  return kept.size > 0 ? rows.filter((row) => kept.has(row.spanId)) : rows;
}

/** Starts are stored to the microsecond; further digits are floating-point noise. */
function toMicroseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}
