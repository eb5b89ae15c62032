import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { traceFacetName, type TraceFacet, type TraceFacetName, type TraceFacets } from '#contracts/console';
import type { OrgScope } from '../session/org-scope.ts';
import { IS_LISTED, LISTED_STATUS } from './run-conditions.ts';
import {
  filterValues,
  fits,
  inTime,
  ofKind,
  parameter,
  UNTIL,
  type TraceFilterName,
  type TraceFilters,
} from './trace-filters.ts';

/** Newest runs that are counted, which bounds the work. */
const COUNTED_RUNS = 5_000;
/** Limit per org when every org is in view. */
const COUNTED_RUNS_OF_ALL_ORGS = 1_000;
/** A limit on values per facet; nobody reads more. */
const MAX_VALUES = 200;

const COUNTED = parameter(0);

/** The newest runs with the condition. */
const NEWEST = (condition: string) => `
  SELECT c.* FROM orgs o CROSS JOIN LATERAL (
    SELECT i.org_id, i.started_at, i.trace_id, i.span_id, i.turn_id, i.kind, i.status, i.error_class, i.pack, i.agent, i.models, i.tools,
           i.cost_usd, i.latency_ms
      FROM traces i WHERE i.org_id = o.id AND ${inTime} AND ${condition}
     ORDER BY i.started_at DESC, i.span_id DESC LIMIT ${COUNTED}) c
   WHERE $1::uuid IS NULL OR o.id = $1
   ORDER BY c.started_at DESC, c.span_id DESC LIMIT ${COUNTED}`;
const TURN_OR_RUN = `CASE WHEN i.kind = 'turn' THEN coalesce(i.turn_id::text, i.span_id) ELSE i.span_id END`;
/** SQL: the newest runs with the condition, then the last ones of their turns as lists show them: a look-up per run takes longer. */
const COUNTED_SET = (name: string, newest: string) => `
  newest_${name} AS MATERIALIZED (${NEWEST(newest)}),
  ${name} AS MATERIALIZED (SELECT i.*, ${LISTED_STATUS('i')} AS listed_status FROM (
    SELECT DISTINCT ON (${TURN_OR_RUN}) i.* FROM newest_${name} i ORDER BY ${TURN_OR_RUN}, i.started_at DESC) i)`;
/** The runs that it shows once a tool or a model is picked. */
const CALLING = `(i.tools <> '{}' OR i.models <> '{}')`;

interface CountedFacet {
  name: TraceFacetName;
  /** SQL list of the values of a run `i` of the org `o`. */
  values: string;
  /** Filters that a picked value replaces. */
  without: TraceFilterName[];
}
const STATUS: CountedFacet = { name: 'status', values: '(SELECT i.listed_status)', without: ['status'] };
const OF_LISTED: CountedFacet[] = [
  { name: 'org', values: '(SELECT o.slug)', without: [] },
  { name: 'pack', values: '(SELECT i.pack)', without: ['pack'] },
  { name: 'agent', values: '(SELECT i.agent)', without: ['agent'] },
];
const OF_CALLING: CountedFacet[] = [
  { name: 'tool', values: 'unnest(i.tools)', without: ['tool'] },
  { name: 'model', values: 'unnest(i.models)', without: ['model'] },
];

/** Values with their counts, and one row without a value that holds the number of counted `runs`. */
const COUNTS = ({ name, values, without }: CountedFacet, runs: string) => `
  (SELECT '${name}' AS facet, v.value, count(*)::int AS count
     FROM ${runs} i JOIN orgs o ON o.id = i.org_id CROSS JOIN LATERAL ${values} AS v(value)
    WHERE v.value IS NOT NULL AND ${fits('i.listed_status', without)}
    GROUP BY v.value ORDER BY count(*) DESC, v.value LIMIT ${MAX_VALUES})
  UNION ALL SELECT '${name}', NULL, count(*)::int FROM newest_${runs}`;
const COUNTS_OF = (facets: CountedFacet[], runs: string) =>
  facets.map((facet) => COUNTS(facet, runs)).join(' UNION ALL ');

const FACETS_OF_ALL = `
  WITH ${COUNTED_SET('listed', ofKind)}, ${COUNTED_SET('calling', CALLING)}
  ${COUNTS_OF([STATUS, ...OF_LISTED], 'listed')} UNION ALL ${COUNTS_OF(OF_CALLING, 'calling')}`;
const FAILED = `i.status = 'error' AND ${IS_LISTED('i', UNTIL)}`;
/** Failed runs are rare and have an index of their own, so they are counted further back than the other states. */
const FACETS_OF_FAILED = `
  WITH ${COUNTED_SET('listed', ofKind)}, ${COUNTED_SET('failed', `${ofKind} AND ${FAILED}`)},
       ${COUNTED_SET('failed_calling', `${CALLING} AND ${FAILED}`)}
  ${COUNTS(STATUS, 'listed')} UNION ALL ${COUNTS_OF(OF_LISTED, 'failed')} UNION ALL ${COUNTS_OF(OF_CALLING, 'failed_calling')}`;

interface CountRow {
  facet: TraceFacetName;
  value: string | null;
  count: number;
}

/** Facets of the newest runs: the values that narrow a search, with their counts. */
@Injectable()
export class TraceFacetsReadModel {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  async facets(scope: OrgScope, filters: TraceFilters): Promise<TraceFacets> {
    const counted = scope.orgId === null ? COUNTED_RUNS_OF_ALL_ORGS : COUNTED_RUNS;
    const sql = filters.status === 'error' ? FACETS_OF_FAILED : FACETS_OF_ALL;
    const values = [...filterValues(scope.orgId, filters, this.clock.now()), counted];
    const rows = await scope.rows<CountRow>(sql, values);
    const facets = traceFacetName.options.map((name) => [name, facetOf(name, rows, counted)]);
    return Object.fromEntries(facets) as TraceFacets;
  }
}

function facetOf(name: TraceFacetName, rows: CountRow[], most: number): TraceFacet {
  const own = rows.filter(({ facet }) => facet === name);
  const counted = own.find(({ value }) => value === null)?.count ?? 0;
  return {
    values: own.flatMap(({ value, count }) => (value === null ? [] : [{ value, count }])),
    counted,
    complete: counted < most,
  };
}
