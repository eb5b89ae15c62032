import { TASK_SPAN } from '../attributes.ts';

/** Fields of a span for the totals and the critical path. Times are in milliseconds since 1970. */
export interface TimedSpan {
  spanId: string;
  parentSpanId: string | null;
  name: string;
  kind: string | null;
  turnId: string | null;
  startedAtMs: number;
  /** Null until the span has ended. */
  latencyMs: number | null;
  /** `pending` for a run that ended because its turn waits for a person. */
  status: string;
  /** True for a call that another span counts: its result came from the journal, or it was made after the approval. */
  repeated: boolean;
  promptTokens: number | null;
  cachedTokens: number | null;
  completionTokens: number | null;
  costUsd: number | null;
}

export interface TraceTotals {
  /** Time in which workers ran the turn, over all runs; null while a run is open. */
  wallMs: number | null;
  /** Time from acceptance until a worker claimed the turn; null if no such span is stored. Not part of the wall time. */
  queuedMs: number | null;
  /**
   * Time in which the turn waited for people, until a worker claimed it again; null if it did not wait. Not part of the
   * wall time.
   */
  approvalMs: number | null;
  costUsd: number;
  /** Input tokens that were read from the provider's cache. */
  promptTokens: number;
  cachedTokens: number;
  completionTokens: number;
  /** Model calls of the turn's loop that returned a response, counted as in the turn's row. */
  modelRounds: number;
  toolCalls: number;
}

const TURN_KIND = 'turn';
const QUEUE_KIND = 'queue';

/** The span tree of a trace. A span whose parent is not stored (a span of another system) is a root. */
export class SpanTree<Span extends TimedSpan> {
  readonly roots: Span[] = [];
  private readonly childrenOf = new Map<string, Span[]>();

  constructor(readonly spans: readonly Span[]) {
    const known = new Map(spans.map((span) => [span.spanId, span]));
    for (const span of [...spans].sort(byStart)) {
      const parent = span.parentSpanId !== null ? known.get(span.parentSpanId) : undefined;
      if (!parent || parent === span) this.roots.push(span);
      else this.childrenOf.set(parent.spanId, [...(this.childrenOf.get(parent.spanId) ?? []), span]);
    }
  }

  /** Children in the order of their start. */
  children(span: Span): readonly Span[] {
    return this.childrenOf.get(span.spanId) ?? [];
  }

  /** Returns `from` and all descendants once with their depth, parents first, siblings by their start. */
  *walk(from: readonly Span[] = this.roots): Generator<{ span: Span; depth: number }> {
    const waiting = [...from].reverse().map((span) => ({ span, depth: 0 }));
    const seen = new Set<Span>();
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (seen.has(next.span)) continue;
      seen.add(next.span);
      yield next;
      const { depth } = next;
      for (const child of [...this.children(next.span)].reverse())
        waiting.push({ span: child, depth: depth + 1 });
    }
  }
}

/**
 * Returns the roots of a turn: its spans of kind `turn`, more than one if the turn was parked or taken over by another
 * worker. Without a turn id, returns the spans of every turn; without any turn (the trace of an outbox task), returns the
 * roots of the trace.
 */
export function turnRoots<Span extends TimedSpan>(tree: SpanTree<Span>, turnId?: string): Span[] {
  const roots = tree.spans
    .filter((span) => span.kind === TURN_KIND && (turnId === undefined || span.turnId === turnId))
    .sort(byStart);
  if (roots.length > 0 || turnId !== undefined) return roots;
  return tree.roots;
}

/**
 * Returns the totals of the spans under `roots`. The wall time is that of the roots, so that overlapping children are not
 * counted twice. Costs and tokens are summed over the steps, because the values on the turn's spans are already sums.
 */
export function totalsOf<Span extends TimedSpan>(tree: SpanTree<Span>, roots: readonly Span[]): TraceTotals {
  const totals: TraceTotals = {
    wallMs: wallMsOf(roots),
    queuedMs: queuedMsOf(waitsBefore(tree, roots)),
    approvalMs: approvalMsOf(roots),
    costUsd: 0,
    promptTokens: 0,
    cachedTokens: 0,
    completionTokens: 0,
    modelRounds: 0,
    toolCalls: 0,
  };
  for (const { span } of tree.walk(roots)) {
    if (span.kind === TURN_KIND || span.repeated) continue;
    totals.costUsd += span.costUsd ?? 0;
    totals.promptTokens += span.promptTokens ?? 0;
    totals.cachedTokens += span.cachedTokens ?? 0;
    totals.completionTokens += span.completionTokens ?? 0;
    if (isRound(span)) totals.modelRounds += 1;
    if (span.kind === 'tool') totals.toolCalls += 1;
  }
  return totals;
}

/** Tasks, such as a classification, are not part of the loop, and rules answer many of them without a model. */
function isRound({ kind, name, status }: TimedSpan): boolean {
  return kind === 'model' && status !== 'error' && !name.startsWith(TASK_SPAN);
}

/** Total time of the runs of a turn. Overlapping runs count once; gaps between runs do not count. */
function wallMsOf(roots: readonly TimedSpan[]): number | null {
  if (roots.length === 0 || roots.some((root) => isRunning(root, roots))) return null;
  let coveredToMs = Number.NEGATIVE_INFINITY;
  let wallMs = 0;
  for (const root of roots) {
    const endMs = root.latencyMs === null ? takenOverAt(root, roots) : endOf(root);
    wallMs += Math.max(0, endMs - Math.max(root.startedAtMs, coveredToMs));
    coveredToMs = Math.max(coveredToMs, endMs);
  }
  return wallMs;
}

/** True if no other run of the turn has started since, so its worker still holds the turn. */
function isRunning(root: TimedSpan, roots: readonly TimedSpan[]): boolean {
  return root.latencyMs === null && nextRun(root, roots) === undefined;
}

/** A run without an end belongs to a worker that died; it held the turn until the next run started. */
function takenOverAt(root: TimedSpan, roots: readonly TimedSpan[]): number {
  return nextRun(root, roots)?.startedAtMs ?? root.startedAtMs;
}

function nextRun(root: TimedSpan, roots: readonly TimedSpan[]): TimedSpan | undefined {
  return roots.slice(roots.indexOf(root) + 1).find(({ turnId }) => turnId === root.turnId);
}

/** The longest wait among several turns. */
function approvalMsOf(roots: readonly TimedSpan[]): number | null {
  const waits = new Map<string | null, number>();
  for (const root of roots) {
    const next = root.status === 'pending' ? nextRun(root, roots) : undefined;
    if (next) waits.set(root.turnId, (waits.get(root.turnId) ?? 0) + next.startedAtMs - endOf(root));
  }
  return waits.size === 0 ? null : Math.max(...waits.values());
}

/** The spans in which these turns waited for a worker. They are siblings of the roots in the trace. */
function waitsBefore<Span extends TimedSpan>(tree: SpanTree<Span>, roots: readonly Span[]): Span[] {
  const turns = new Set(roots.filter(({ kind }) => kind === TURN_KIND).map(({ turnId }) => turnId));
  return tree.spans.filter(({ kind, turnId }) => kind === QUEUE_KIND && turns.has(turnId)).sort(byStart);
}

/** The longest wait among several turns. Only the first run of a turn has such a wait. */
function queuedMsOf(waits: readonly TimedSpan[]): number | null {
  const ended = waits.flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs]));
  return ended.length === 0 ? null : Math.max(...ended);
}

/**
 * Returns the ids of the spans that determined the end of the roots: first the wait for a worker, then the roots, parents
 * first and then by time. From the end of a span backwards, it takes the child that ended last before the start of the
 * previously taken child, and repeats this within each child.
 */
export function criticalPath<Span extends TimedSpan>(tree: SpanTree<Span>, roots: readonly Span[]): string[] {
  const path = new Set(waitsBefore(tree, roots).map(({ spanId }) => spanId));
  const waiting = [...roots].reverse();
  for (let span = waiting.pop(); span; span = waiting.pop()) {
    if (path.has(span.spanId)) continue;
    path.add(span.spanId);
    waiting.push(...decisiveChildren(tree.children(span), endOf(span)));
  }
  return [...path];
}

/** Sorted latest first, so that the earliest is taken from the end of the list. */
function decisiveChildren<Span extends TimedSpan>(children: readonly Span[], parentEndMs: number): Span[] {
  const latestEndFirst = [...children].sort((a, b) => byEnd(b, a));
  const decisive: Span[] = [];
  let freeUntilMs = parentEndMs;
  for (const child of latestEndFirst) {
    // A child that ends after its parent, such as work that was not awaited, did not determine the end of the parent.
    if (endOf(child) > freeUntilMs + CLOCK_TOLERANCE_MS) continue;
    decisive.push(child);
    freeUntilMs = child.startedAtMs;
  }
  return decisive;
}

/** Tolerance for clocks of two machines and for spans with millisecond precision. */
const CLOCK_TOLERANCE_MS = 1;

/** The end of a span; infinity while it runs. */
function endOf(span: TimedSpan): number {
  return span.latencyMs === null ? Number.POSITIVE_INFINITY : span.startedAtMs + span.latencyMs;
}

/** Compares ends before subtracting them, because infinity minus infinity is NaN. */
function byEnd(a: TimedSpan, b: TimedSpan): number {
  return endOf(a) === endOf(b) ? byStart(a, b) : endOf(a) - endOf(b);
}

function byStart(a: TimedSpan, b: TimedSpan): number {
  return a.startedAtMs - b.startedAtMs || (a.spanId < b.spanId ? -1 : 1);
}
