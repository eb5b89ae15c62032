import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { traceFacetName, type TraceFacet, type TraceFacetName, type TraceFacets } from '#contracts/console';
import type { OrgScope } from '../session/org-scope.ts';
import {
  filterValues,
  fits,
  parameter,
  searched,
  type TraceFilterName,
  type TraceFilters,
} from './trace-filters.ts';

/** Newest spans of a kind that are counted, which bounds the work. */
const COUNTED_SPANS = 5_000;
/** Limit per org when every org is in view. */
const COUNTED_SPANS_OF_ALL_ORGS = 1_000;
/** A limit on values per facet; nobody reads more. */
const MAX_VALUES = 200;

const COUNTED = parameter(0);

/** The newest spans of each kind, read from an index alone. */
const NEWEST = (kinds: string, more = '') => `
  SELECT newest.* FROM ${kinds} AS wanted(kind) CROSS JOIN LATERAL (
    SELECT c.* FROM orgs o CROSS JOIN LATERAL (
      SELECT i.org_id, i.started_at, i.span_id, i.kind, i.status, i.pack, i.agent, i.model, i.tool, i.cost_usd, i.latency_ms
        FROM spans i WHERE i.org_id = o.id AND i.kind = wanted.kind AND ${searched('i')} ${more}
       ORDER BY i.started_at DESC, i.span_id DESC LIMIT ${COUNTED}) c
     WHERE $1::uuid IS NULL OR o.id = $1
     ORDER BY c.started_at DESC, c.span_id DESC LIMIT ${COUNTED}) newest`;
const EVERY_KIND = `(VALUES ('turn'), ('tool'), ('model'))`;
const KIND_THAT_IS_LISTED = `(VALUES ($2::text))`;

interface CountedFacet {
  name: TraceFacetName;
  /** SQL value of a span `i` of the org `o`. */
  value: string;
  /** The kind that the list shows once a value is picked. */
  kind: string;
  /** Filters that a picked value replaces. A tool call has no model, so one of the two replaces the other. */
  without: TraceFilterName[];
}
const STATUS: CountedFacet = { name: 'status', value: 'i.status', kind: '$2', without: ['status'] };
const OTHERS: CountedFacet[] = [
  { name: 'org', value: 'o.slug', kind: '$2', without: [] },
  { name: 'pack', value: 'i.pack', kind: '$2', without: ['pack'] },
  { name: 'agent', value: 'i.agent', kind: '$2', without: ['agent'] },
  { name: 'tool', value: 'i.tool', kind: `'tool'`, without: ['tool', 'model'] },
  { name: 'model', value: 'i.model', kind: `'model'`, without: ['tool', 'model'] },
];

/** Values with their counts, and one row without a value that holds the number of counted `spans`. */
const COUNTS = ({ name, value, kind, without }: CountedFacet, spans: string) => `
  (SELECT '${name}' AS facet, ${value} AS value, count(*)::int AS count FROM ${spans} i JOIN orgs o ON o.id = i.org_id
    WHERE i.kind = ${kind} AND ${value} IS NOT NULL AND ${fits('i', without)}
    GROUP BY ${value} ORDER BY count(*) DESC, ${value} LIMIT ${MAX_VALUES})
  UNION ALL SELECT '${name}', NULL, count(*)::int FROM ${spans} i WHERE i.kind = ${kind}`;
const COUNTS_OF = (facets: CountedFacet[], spans: string) =>
  facets.map((facet) => COUNTS(facet, spans)).join(' UNION ALL ');

const FACETS_OF_ALL = `
  WITH newest AS MATERIALIZED (${NEWEST(EVERY_KIND)}) ${COUNTS_OF([STATUS, ...OTHERS], 'newest')}`;
/**
 * Failed spans are rare, so their newest reach further back than those of other states. Other states are
 * counted beside them.
 */
const FACETS_OF_FAILED = `
  WITH newest AS MATERIALIZED (${NEWEST(KIND_THAT_IS_LISTED)}),
       failed AS MATERIALIZED (${NEWEST(EVERY_KIND, `AND i.status = 'error'`)})
  ${COUNTS(STATUS, 'newest')} UNION ALL ${COUNTS_OF(OTHERS, 'failed')}`;

interface CountRow {
  facet: TraceFacetName;
  value: string | null;
  count: number;
}

/** Facets of the newest spans: the values that narrow a search, with their counts. */
@Injectable()
export class TraceFacetsReadModel {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  async facets(scope: OrgScope, filters: TraceFilters): Promise<TraceFacets> {
    const counted = scope.orgId === null ? COUNTED_SPANS_OF_ALL_ORGS : COUNTED_SPANS;
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
