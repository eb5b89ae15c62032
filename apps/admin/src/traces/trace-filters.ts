import type { TraceFacetsQuery } from '#contracts/console';
import { daysBefore } from '../days-before.ts';

/** Filters on runs, shared by the list and the facet counts. */
export type TraceFilters = Omit<TraceFacetsQuery, 'org'>;

/** Comparisons with columns of `traces`, in the order of their parameters. The value stands left. */
const COMPARISONS = {
  status: { is: '=', type: 'text' },
  pack: { is: '= i.pack', type: 'text' },
  agent: { is: '= i.agent', type: 'text' },
  model: { is: '= ANY (i.models)', type: 'text' },
  tool: { is: '= ANY (i.tools)', type: 'text' },
  minCost: { is: '<= i.cost_usd', type: 'numeric' },
  maxCost: { is: '>= i.cost_usd', type: 'numeric' },
  minMs: { is: '<= i.latency_ms', type: 'float8' },
  maxMs: { is: '>= i.latency_ms', type: 'float8' },
} as const;
export type TraceFilterName = keyof typeof COMPARISONS;
const NAMES = Object.keys(COMPARISONS) as TraceFilterName[];
/** $1 to $4 are the org, the kind and the time range. */
const FIRST_FILTER = 5;

/** The parameter after those of {@link filterValues}, plus an offset. */
export const parameter = (index: number): string => `$${FIRST_FILTER + NAMES.length + index}`;

/** SQL condition: the runs `i` of the searched kind. */
export const ofKind = '($2::text IS NULL OR i.kind = $2)';
/** SQL: the end of the time range. */
export const UNTIL = '$4::timestamptz';
/** SQL condition: the runs `i` in the time range. */
export const inTime = `i.started_at >= $3 AND i.started_at < ${UNTIL}`;

/** SQL condition: the runs `i`, listed with this status, that pass every filter except `without`. */
export function fits(status: string, without: readonly TraceFilterName[] = []): string {
  const conditions = NAMES.map((name, index) => {
    const { is, type } = COMPARISONS[name];
    const value = `$${FIRST_FILTER + index}::${type}`;
    return { name, sql: `(${value} IS NULL OR ${value} ${is} ${name === 'status' ? status : ''})` };
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

/** Turns; with a tool or a model, runs of every kind: jobs and requests call them too. */
function kindOf({ tool, model }: Pick<TraceFilters, 'tool' | 'model'>): string | null {
  return tool === undefined && model === undefined ? 'turn' : null;
}
