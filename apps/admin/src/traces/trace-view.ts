import type { ConsoleSpan, ConsoleTrace, SpanStatus } from '#contracts';
import { criticalPath } from './critical-path.ts';

/** A span as it is read for the waterfall. */
export interface SpanRow {
  spanId: string;
  parentSpanId: string | null;
  name: string;
  kind: string | null;
  status: SpanStatus;
  turnId: string | null;
  startedAt: Date;
  startMs: number;
  durationMs: number | null;
  model: string | null;
  promptTokens: number | null;
  cachedTokens: number | null;
  completionTokens: number | null;
  costUsd: number | null;
  errorMessage: string | null;
}

/** The spans as the console draws them, with what they come to. Pure. */
export function traceView(traceId: string, rows: SpanRow[], turnId?: string): Omit<ConsoleTrace, 'truncated'> {
  const shown = turnId ? spansAround(rows, turnId) : rows;
  const offsetMs = shown[0]?.startMs ?? 0;
  const root = rootOf(shown, turnId);
  const critical = criticalPath(shown, root?.spanId);
  return {
    traceId,
    startedAt: (shown[0]?.startedAt ?? new Date(0)).toISOString(),
    totals: totalsOf(shown, root),
    spans: shown.map(
      ({ turnId: _turnId, startedAt: _startedAt, ...row }): ConsoleSpan => ({
        ...row,
        kind: row.kind ?? 'other',
        startMs: row.startMs - offsetMs,
        critical: critical.has(row.spanId),
      }),
    ),
  };
}

/** The spans of one turn and those above them; a caller's trace may hold other turns beside it. */
function spansAround(rows: SpanRow[], turnId: string): SpanRow[] {
  const byId = new Map(rows.map((row) => [row.spanId, row]));
  const kept = new Set<string>();
  for (const row of rows) {
    if (row.turnId !== turnId) continue;
    for (let span: SpanRow | undefined = row; span && !kept.has(span.spanId); span = byId.get(span.parentSpanId ?? '')) {
      kept.add(span.spanId);
    }
  }
  return kept.size > 0 ? rows.filter((row) => kept.has(row.spanId)) : rows;
}

/** The span `turn` of the turn that is shown; else the first of the trace. */
function rootOf(rows: SpanRow[], turnId: string | undefined): SpanRow | undefined {
  const turns = rows.filter((row) => row.kind === 'turn' && (turnId === undefined || row.turnId === turnId));
  return turns.at(-1) ?? rows[0];
}

/** What is spent is counted where it was spent, at the calls; a step that states their sum is not counted again. */
function totalsOf(rows: SpanRow[], root: SpanRow | undefined): ConsoleTrace['totals'] {
  const parents = new Set(rows.map((row) => row.parentSpanId));
  const spending = rows.filter((row) => row.kind === 'model' || (row.kind !== 'turn' && !parents.has(row.spanId)));
  const sum = (pick: (row: SpanRow) => number | null) => spending.reduce((total, row) => total + (pick(row) ?? 0), 0);
  return {
    wallMs: root?.durationMs ?? null,
    costUsd: sum((row) => row.costUsd),
    promptTokens: sum((row) => row.promptTokens),
    cachedTokens: sum((row) => row.cachedTokens),
    completionTokens: sum((row) => row.completionTokens),
    modelRounds: rows.filter((row) => row.kind === 'model').length,
    toolCalls: rows.filter((row) => row.kind === 'tool').length,
  };
}
