import { TASK_SPAN } from '../attributes.ts';

/** What totals and critical path need of a span. Times in milliseconds since 1970. */
export interface TimedSpan {
  spanId: string;
  parentSpanId: string | null;
  name: string;
  kind: string | null;
  turnId: string | null;
  startedAtMs: number;
  /** Null for a span that has not ended. */
  latencyMs: number | null;
  /** `pending` of a run that ended because its turn waits for a person. */
  status: string;
  /** A call that another span stands for: taken from the journal, or made only after a person had agreed. */
  repeated: boolean;
  promptTokens: number | null;
  cachedTokens: number | null;
  completionTokens: number | null;
  costUsd: number | null;
}

export interface TraceTotals {
  /** What workers had it for, over all runs; null while one runs. */
  wallMs: number | null;
  /** From acceptance until a worker took the turn; null where no such span is stored. Not part of the wall time. */
  queuedMs: number | null;
  /** What it waited for people, until a worker took it again; null where it did not. Not part of the wall time. */
  approvalMs: number | null;
  costUsd: number;
  /** The cached ones among them. */
  promptTokens: number;
  cachedTokens: number;
  completionTokens: number;
  /** Calls of the turn's loop that a model answered, as the turn's own row counts them. */
  modelRounds: number;
  toolCalls: number;
}

const TURN_KIND = 'turn';
const QUEUE_KIND = 'queue';

/** Spans of a trace with who lies under whom. A span whose parent is not stored (of another system) is a root. */
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

  /** In the order of their start. */
  children(span: Span): readonly Span[] {
    return this.childrenOf.get(span.spanId) ?? [];
  }

  /** `from` and all below, each once, parents first, siblings by their start, with how deep each lies. */
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
 * The roots of a turn: its spans of kind `turn`, more than one when it was parked or taken over by another worker.
 * Without a turn those of every turn; where there is none (a trace of an outbox job alone) the roots of the trace.
 */
export function turnRoots<Span extends TimedSpan>(tree: SpanTree<Span>, turnId?: string): Span[] {
  const roots = tree.spans
    .filter((span) => span.kind === TURN_KIND && (turnId === undefined || span.turnId === turnId))
    .sort(byStart);
  if (roots.length > 0 || turnId !== undefined) return roots;
  return tree.roots;
}

/**
 * Totals of what lies under `roots`. Wall time is that of the roots, so that overlapping children are not counted twice.
 * Costs and tokens are summed over the steps; those on the turn's own spans are their sum already.
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

/** Tasks, such as a classification, lie beside the loop, and rules answer many of them. */
function isRound({ kind, name, status }: TimedSpan): boolean {
  return kind === 'model' && status !== 'error' && !name.startsWith(TASK_SPAN);
}

/** The runs of a turn, side by side ones once, without what lies between them. */
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

/** No other run of the turn has begun since: its worker has it still. */
function isRunning(root: TimedSpan, roots: readonly TimedSpan[]): boolean {
  return root.latencyMs === null && nextRun(root, roots) === undefined;
}

/** A run without an end is that of a worker that died: it had the turn until the next run began. */
function takenOverAt(root: TimedSpan, roots: readonly TimedSpan[]): number {
  return nextRun(root, roots)?.startedAtMs ?? root.startedAtMs;
}

function nextRun(root: TimedSpan, roots: readonly TimedSpan[]): TimedSpan | undefined {
  return roots.slice(roots.indexOf(root) + 1).find(({ turnId }) => turnId === root.turnId);
}

/** Of several turns the one that waited longest. */
function approvalMsOf(roots: readonly TimedSpan[]): number | null {
  const waits = new Map<string | null, number>();
  for (const root of roots) {
    const next = root.status === 'pending' ? nextRun(root, roots) : undefined;
    if (next) waits.set(root.turnId, (waits.get(root.turnId) ?? 0) + next.startedAtMs - endOf(root));
  }
  return waits.size === 0 ? null : Math.max(...waits.values());
}

/** The waits of these turns for a worker, which stand beside their roots in the trace. */
function waitsBefore<Span extends TimedSpan>(tree: SpanTree<Span>, roots: readonly Span[]): Span[] {
  const turns = new Set(roots.filter(({ kind }) => kind === TURN_KIND).map(({ turnId }) => turnId));
  return tree.spans.filter(({ kind, turnId }) => kind === QUEUE_KIND && turns.has(turnId)).sort(byStart);
}

/** Only the first segment of a turn has such a wait; of several turns the one that waited longest. */
function queuedMsOf(waits: readonly TimedSpan[]): number | null {
  const ended = waits.flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs]));
  return ended.length === 0 ? null : Math.max(...ended);
}

/**
 * The spans that decided when the roots ended, as ids: first the wait for a worker, before which no turn begins; then the
 * roots, parents first and then in the order of time: from the end of a span backwards, always the child that ended last
 * before the one after it began, and the same within each child.
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

/** Latest first, so that the earliest is taken from the end of the list. */
function decisiveChildren<Span extends TimedSpan>(children: readonly Span[], parentEndMs: number): Span[] {
  const latestEndFirst = [...children].sort((a, b) => byEnd(b, a));
  const decisive: Span[] = [];
  let freeUntilMs = parentEndMs;
  for (const child of latestEndFirst) {
    // A child that outlives its parent, such as work nobody waited for, did not decide when the parent ended.
    if (endOf(child) > freeUntilMs + CLOCK_TOLERANCE_MS) continue;
    decisive.push(child);
    freeUntilMs = child.startedAtMs;
  }
  return decisive;
}

/** Clocks of two machines, or of a span that was timed to the millisecond, differ by that. */
const CLOCK_TOLERANCE_MS = 1;

/** The end of a span; one that still runs has none yet. */
function endOf(span: TimedSpan): number {
  return span.latencyMs === null ? Number.POSITIVE_INFINITY : span.startedAtMs + span.latencyMs;
}

/** Infinity minus itself is no number, so ends are compared before they are subtracted. */
function byEnd(a: TimedSpan, b: TimedSpan): number {
  return endOf(a) === endOf(b) ? byStart(a, b) : endOf(a) - endOf(b);
}

function byStart(a: TimedSpan, b: TimedSpan): number {
  return a.startedAtMs - b.startedAtMs || (a.spanId < b.spanId ? -1 : 1);
}
