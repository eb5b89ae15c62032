interface TimedSpan {
  spanId: string;
  parentSpanId: string | null;
  startMs: number;
  durationMs: number | null;
}

/** Two clocks, or one and its rounding, may place an end this much after the start that waited for it. */
const TOLERANCE_MS = 0.5;

/**
 * The spans that the whole had to wait for: from the root's end backwards, always the child that ended last before the
 * moment that is waited for. What ran beside them could take longer without anyone noticing. A span without an end is
 * on no path.
 */
export function criticalPath(spans: readonly TimedSpan[], rootId: string | undefined): Set<string> {
  const childrenOf = Map.groupBy(spans, (span) => span.parentSpanId);
  const path = new Set<string>();
  const visit = (span: TimedSpan, untilMs: number) => {
    if (path.has(span.spanId)) return;
    path.add(span.spanId);
    let waitedFor = untilMs;
    const children = (childrenOf.get(span.spanId) ?? []).filter((child) => child.durationMs !== null);
    for (const child of children.sort((a, b) => endOf(b) - endOf(a))) {
      if (endOf(child) > waitedFor + TOLERANCE_MS) continue;
      visit(child, endOf(child));
      waitedFor = child.startMs;
    }
  };
  const root = spans.find((span) => span.spanId === rootId);
  if (root && root.durationMs !== null) visit(root, endOf(root));
  return path;
}

function endOf(span: TimedSpan): number {
  return span.startMs + (span.durationMs ?? 0);
}
