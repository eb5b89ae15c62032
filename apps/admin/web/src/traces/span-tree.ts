import type { ConsoleSpan } from '#contracts/console';

/** A span with its children in order of their start, and their totals. */
export interface SpanNode {
  span: ConsoleSpan;
  children: SpanNode[];
  depth: number;
  /** Cost of the span and its descendants, in USD. A span that records a higher total keeps it. */
  totalCostUsd: number;
  /** Input and output tokens of the span and its descendants. */
  totalTokens: number;
}

/** The spans as a forest. Roots are spans whose parent is missing, and the earliest span of a cycle. */
export function buildSpanTree(spans: readonly ConsoleSpan[]): SpanNode[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const inOrder = spans.toSorted(byStart);
  const childrenOf = Map.groupBy(inOrder, ({ spanId, parentSpanId: parent }) =>
    parent !== null && parent !== spanId && known.has(parent) ? parent : null,
  );
  const seen = new Set<string>();
  const forest = (childrenOf.get(null) ?? []).map((root) => grow(root, 0, childrenOf, seen));
  for (const span of inOrder) {
    if (!seen.has(span.spanId)) forest.push(grow(span, 0, childrenOf, seen));
  }
  return forest.sort((a, b) => byStart(a.span, b.span));
}

function grow(
  span: ConsoleSpan,
  depth: number,
  childrenOf: ReadonlyMap<string | null, ConsoleSpan[]>,
  seen: Set<string>,
): SpanNode {
  seen.add(span.spanId);
  const children = (childrenOf.get(span.spanId) ?? [])
    .filter((child) => !seen.has(child.spanId))
    .map((child) => grow(child, depth + 1, childrenOf, seen));
  const below = (pick: (node: SpanNode) => number) => children.reduce((sum, child) => sum + pick(child), 0);
  return {
    span,
    children,
    depth,
    totalCostUsd: Math.max(
      span.costUsd ?? 0,
      below((node) => node.totalCostUsd),
    ),
    totalTokens: Math.max(
      tokensOf(span),
      below((node) => node.totalTokens),
    ),
  };
}

/** Input and output tokens of one span. Cached tokens are part of the input. */
function tokensOf(span: Pick<ConsoleSpan, 'promptTokens' | 'completionTokens'>): number {
  return (span.promptTokens ?? 0) + (span.completionTokens ?? 0);
}

/** Every span with children, for "collapse all". */
export function parentIds(forest: readonly SpanNode[]): string[] {
  return forest.flatMap((node) =>
    node.children.length === 0 ? [] : [node.span.spanId, ...parentIds(node.children)],
  );
}

/** All spans in tree order, including collapsed ones. */
export function inTreeOrder(forest: readonly SpanNode[]): string[] {
  return forest.flatMap(({ span, children }) => [span.spanId, ...inTreeOrder(children)]);
}

/** Ancestors of a span, from the root; empty for a root or an unknown span. */
export function pathTo(forest: readonly SpanNode[], spanId: string): string[] {
  for (const { span, children } of forest) {
    if (children.some((child) => child.span.spanId === spanId)) return [span.spanId];
    const below = pathTo(children, spanId);
    if (below.length > 0) return [span.spanId, ...below];
  }
  return [];
}

function byStart(a: ConsoleSpan, b: ConsoleSpan): number {
  return a.startMs - b.startMs || a.spanId.localeCompare(b.spanId);
}
