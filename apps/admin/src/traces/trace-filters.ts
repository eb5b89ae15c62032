import type { TraceFacetsQuery } from '#contracts/console';
import { daysBefore } from '../days-before.ts';

/** Filters on spans, shared by the list and the facet counts. */
export type TraceFilters = Omit<TraceFacetsQuery, 'org'>;

/** Comparisons with columns of the index `ix_spans_searched`, in the order of their parameters. */
const COMPARISONS = {
  status: { column: 'status', is: '=', type: 'text' },
  pack: { column: 'pack', is: '=', type: 'text' },
  agent: { column: 'agent', is: '=', type: 'text' },
  model: { column: 'model', is: '=', type: 'text' },
  tool: { column: 'tool', is: '=', type: 'text' },
  minCost: { column: 'cost_usd', is: '>=', type: 'numeric' },
  maxCost: { column: 'cost_usd', is: '<=', type: 'numeric' },
  minMs: { column: 'latency_ms', is: '>=', type: 'float8' },
  maxMs: { column: 'latency_ms', is: '<=', type: 'float8' },
} as const;
export type TraceFilterName = keyof typeof COMPARISONS;
const NAMES = Object.keys(COMPARISONS) as TraceFilterName[];
/** $1 to $4 are the org, the kind and the time range. */
const FIRST_FILTER = 5;

/** The parameter after those of {@link filterValues}, plus an offset. */
export const parameter = (index: number): string => `$${FIRST_FILTER + NAMES.length + index}`;

/**
 * SQL condition: the spans `i` that the search covers, in the time range. The kinds are spelled as in the
 * indexes.
 */
export const searched = (i: string): string =>
  `${i}.kind IN ('turn', 'tool', 'model') AND ${i}.started_at >= $3 AND ${i}.started_at < $4::timestamptz`;

/** SQL condition: the spans `i` that pass every filter except `without`. */
export function fits(i: string, without: readonly TraceFilterName[] = []): string {
  const conditions = NAMES.map((name, index) => {
    const { column, is, type } = COMPARISONS[name];
    const value = `$${FIRST_FILTER + index}::${type}`;
    return { name, sql: `(${value} IS NULL OR ${i}.${column} ${is} ${value})` };
  });
  return conditions
    .filter(({ name }) => !without.includes(name))
    .map(({ sql }) => sql)
    .join(' AND ');
}

/** Org, kind, time range, and the value of every filter. */
export function filterValues(orgId: string | null, filters: TraceFilters, now: Date): unknown[] {
  return [orgId, kindOf(filters), ...timeOf(filters, now), ...NAMES.map((name) => filters[name] ?? null)];
}

function timeOf({ from, to, days }: TraceFilters, now: Date): [from: Date, to: Date | 'infinity'] {
  const until = to === undefined ? undefined : new Date(to);
  return [from === undefined ? daysBefore(until ?? now, days) : new Date(from), until ?? 'infinity'];
}

/** The searched kind: tool or model calls if such a filter is set, otherwise turns. */
function kindOf({ tool, model }: Pick<TraceFilters, 'tool' | 'model'>): string {
  if (tool !== undefined) return 'tool';
  return model === undefined ? 'turn' : 'model';
}
