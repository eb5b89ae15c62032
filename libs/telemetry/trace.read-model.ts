import type { Database, Transaction } from '#database';
import type { SpanStatus } from './span.entity.ts';
import { criticalPath, SpanTree, totalsOf, turnRoots, type TraceTotals } from './trace-totals.ts';

/** Whose spans may be seen: those of one org, or all of them (platform admins, analysts of all orgs). */
export type TraceScope = { orgId: string } | { allOrgs: true };

/** A span as the console's waterfall shows it. */
export interface TraceSpan {
  spanId: string;
  parentSpanId: string | null;
  /** 0 for roots. */
  depth: number;
  name: string;
  kind: string | null;
  orgId: string;
  conversationId: string | null;
  turnId: string | null;
  agent: string | null;
  pack: string | null;
  task: string | null;
  intent: string | null;
  model: string | null;
  provider: string | null;
  tool: string | null;
  thoughtSummary: string | null;
  thoughtSteps: unknown;
  toolCalls: unknown;
  draftReply: string | null;
  promptTokens: number | null;
  cachedTokens: number | null;
  completionTokens: number | null;
  costUsd: number | null;
  /** Milliseconds since 1970, exact to the microsecond. */
  startedAtMs: number;
  /** Null while it runs. */
  latencyMs: number | null;
  status: SpanStatus;
  errorMessage: string | null;
  input: string | null;
  output: string | null;
  attributes: Record<string, unknown>;
}

export interface TraceTree {
  traceId: string;
  /** Parents before children, siblings by their start. */
  spans: TraceSpan[];
  /** Of the turn that was asked for, else of all turns of the trace. */
  totals: TraceTotals;
  /** Span ids, parents first, then in the order of time. */
  criticalPath: string[];
  /** The spans of kind `turn` that the totals are of. */
  rootSpanIds: string[];
  /** Turns of this trace, in the order of their start: a caller's trace may hold several. */
  turnIds: string[];
  /** True when the trace has more spans than are shown. */
  truncated: boolean;
}

/** More than any turn makes; a caller that puts thousands of turns into one trace sees the first. */
const MAX_SPANS = 10_000;

const SELECT_TRACE = `
  SELECT span_id AS "spanId", parent_span_id AS "parentSpanId", name, kind, org_id AS "orgId",
         conversation_id AS "conversationId", turn_id AS "turnId", agent, pack, task, intent, model, provider, tool,
         thought_summary AS "thoughtSummary", thought_steps AS "thoughtSteps", tool_calls AS "toolCalls",
         draft_reply AS "draftReply", prompt_tokens AS "promptTokens", cached_tokens AS "cachedTokens",
         completion_tokens AS "completionTokens", cost_usd::double precision AS "costUsd",
         (extract(epoch FROM started_at) * 1000)::double precision AS "startedAtMs", latency_ms AS "latencyMs",
         status, error_message AS "errorMessage", input, output, attributes
    FROM spans
   WHERE trace_id = $1
   ORDER BY started_at, span_id
   LIMIT ${MAX_SPANS + 1}`;

/** Serves `GET /admin/traces/:traceId`. */
export class TraceReadModel {
  constructor(private readonly database: Database) {}

  /**
   * The tree of a trace with its totals.
   *
   * @param turnId the turn at which the console opens it; totals and critical path are of it alone then.
   * @returns null when the scope has no span of that trace.
   */
  async tree(traceId: string, scope: TraceScope, turnId?: string): Promise<TraceTree | null> {
    const select = (tx: Transaction) => tx.queryUnscoped<Omit<TraceSpan, 'depth'>>(SELECT_TRACE, [traceId]);
    const rows =
      'orgId' in scope
        ? await this.database.forOrg(scope.orgId, select)
        : await this.database.asPlatform('who runs the platform opens a trace of any org', select);
    return rows.length === 0 ? null : treeOf(traceId, rows, turnId);
  }
}

function treeOf(traceId: string, rows: Omit<TraceSpan, 'depth'>[], turnId: string | undefined): TraceTree {
  const spans = rows.slice(0, MAX_SPANS);
  const tree = new SpanTree(spans);
  // A turn may have been caused by a tool of another one: what lies below it is its own, not the other's.
  const counted = turnId === undefined ? tree : new SpanTree(spans.filter((span) => span.turnId === turnId));
  const roots = turnRoots(counted, turnId);
  return {
    traceId,
    spans: [...tree.walk()].map(({ span, depth }) => ({ ...span, depth })),
    totals: totalsOf(counted, roots),
    criticalPath: criticalPath(counted, roots),
    rootSpanIds: roots.map((root) => root.spanId),
    turnIds: [...new Set(rows.flatMap((row) => (row.kind === 'turn' && row.turnId ? [row.turnId] : [])))],
    truncated: rows.length > MAX_SPANS,
  };
}
