import type { SpanRow } from '../trace-store/span-row.ts';
import { traceRow, type TraceRow } from '../trace-store/trace-row.ts';

/**
 * Returns the rows of spans of many runs: a run is a span whose parent is not among them, with all spans below it.
 * Siblings that wait for a worker belong to the run of their turn.
 */
export function traceRows(spans: readonly SpanRow[]): TraceRow[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const isRoot = (span: SpanRow) =>
    span.kind === 'turn' || span.kind === 'job' || !byId.has(span.parentSpanId ?? '');
  const runs = new Map<SpanRow, SpanRow[]>(spans.filter(isRoot).map((root) => [root, [root]]));
  for (const span of spans) {
    if (runs.has(span)) continue;
    let root = span;
    while (!runs.has(root)) root = byId.get(root.parentSpanId ?? '') ?? root;
    const turn =
      span.kind === 'queue'
        ? [...runs.keys()].find((run) => run.kind === 'turn' && run.turnId === span.turnId)
        : undefined;
    runs.get(turn ?? root)?.push(span);
  }
  return [...runs].map(([root, own]) => traceRow(root, own));
}
