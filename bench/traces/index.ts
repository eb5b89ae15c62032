// npm run bench -- traces: speed of searches on the traces page, and of opening a trace. See README.md beside this file.
import { randomBytes, randomUUID } from 'node:crypto';
import { OrgScope } from '../../apps/admin/src/session/org-scope.ts';
import { TraceFacetsReadModel } from '../../apps/admin/src/traces/trace-facets.read-model.ts';
import { TraceSearchReadModel } from '../../apps/admin/src/traces/trace-search.read-model.ts';
import { findTrace } from '../../apps/admin/src/traces/trace-view.read-model.ts';
import { FixedClock } from '#config';
import { traceFacetsQuery, traceSearchQuery } from '#contracts/console';
import { OrgService, SecretBox } from '#identity';
import { PostgresTraceSink, traceRow, type TraceRow } from '#telemetry';
import { createTestDatabase, openDatabase } from '../../test/harness/test-database.ts';
import { readOptions, whole } from '../options.ts';
import { writeResult } from '../result.ts';
import { serviceVersions } from '../versions.ts';
import { summarize } from '../statistics.ts';
import { exampleSpans, SPANS_PER_TRACE, storeTraces } from './store-traces.ts';

/** The default retention of traces. */
const DAYS = 30;
const ORGS = 10;
const NOW = new Date('2026-11-20T12:00:00Z');
const ROUNDS = 20;
const PAGES = 3;
const WRITTEN = 2_000;
const WRITTEN_AT_ONCE = 50;

/**
 * Searches of the traces page: each filter alone, frequent and rare, and in combination; words in many and in few traces.
 */
const SEARCHES: Record<string, string>[] = [
  {},
  { days: '30' },
  { status: 'error' },
  { agent: 'agent-5', status: 'error', days: '30' },
  { minMs: '60000', days: '30' },
  { minCost: '0.05', days: '30' },
  { agent: 'nobody', days: '30' },
  { tool: 'tool-1' },
  { tool: 'tool-60', status: 'error', days: '30' },
  { model: 'model-4', minMs: '10000', days: '30' },
  { q: 'garden' },
  { q: 'answered 503', days: '30' },
  { q: 'astrolabe', days: '30' },
  { q: 'no such words', days: '30' },
  { q: 'answered 503', status: 'error', agent: 'agent-5', minMs: '5000', days: '30' },
];

const { spans } = readOptions('traces', {
  spans: whole(18_000_000, `spans in ${DAYS} days, ${SPANS_PER_TRACE} in each trace`, {
    least: DAYS * SPANS_PER_TRACE,
  }),
});
const traces = Math.ceil(spans / SPANS_PER_TRACE);

const testDatabase = await createTestDatabase();
const opened = await openDatabase(testDatabase.settings);
const { database, dataSource } = opened;
const tenth = (value: number) => Math.round(value * 10) / 10;
try {
  const clock = new FixedClock(NOW);
  const orgs = new OrgService(database, clock, new Map<string, string>(), new SecretBox(undefined));
  const orgIds: string[] = [];
  for (let index = 0; index < ORGS; index += 1)
    orgIds.push((await orgs.create({ slug: `bench-${index}`, name: 'Bench', packs: [] })).id);
  const [orgId = ''] = orgIds;
  const began = performance.now();
  await storeTraces(dataSource, { orgIds, traces, days: DAYS, until: NOW });
  const storedS = (performance.now() - began) / 1_000;
  const ofAll = new OrgScope(database, null, null);
  const ofOne = new OrgScope(database, orgId, null);
  const search = new TraceSearchReadModel(clock);
  const each: Record<string, object> = {};
  const all: number[] = [];
  for (const wanted of SEARCHES) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      let cursor: string | null = null;
      for (let page = 0; page < PAGES; page += 1) {
        const query = traceSearchQuery.parse({ ...wanted, ...(cursor === null ? {} : { cursor }) });
        const asked = performance.now();
        ({ nextCursor: cursor } = await search.page(ofOne, query));
        times.push(performance.now() - asked);
        if (cursor === null) break;
      }
    }
    each[new URLSearchParams(wanted).toString() || 'all'] = summarize(times, [50, 95, 100]);
    all.push(...times);
  }
  const facets = new TraceFacetsReadModel(clock);
  const counts: number[] = [];
  for (const { q, ...filters } of SEARCHES) {
    // Searches by words do not count their results.
    if (q !== undefined) continue;
    for (const scope of [ofOne, ofAll]) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const asked = performance.now();
        await facets.facets(scope, traceFacetsQuery.parse(filters));
        counts.push(performance.now() - asked);
      }
    }
  }
  const sample = await dataSource.query<{ id: string; turn: string }[]>(
    `SELECT trace_id AS id, turn_id AS turn FROM traces TABLESAMPLE SYSTEM (1) WHERE org_id = $1 AND kind = 'turn' LIMIT 200`,
    [orgId],
  );
  const trees: number[] = [];
  for (const { id, turn } of sample) {
    const asked = performance.now();
    if (!(await findTrace(ofOne, id, turn))) throw new Error(`Trace ${id} was not found`);
    trees.push(performance.now() - asked);
  }
  await writtenUsPerTrace(orgId);
  const written = await writtenUsPerTrace(orgId);
  const [sizes] = await dataSource.query<Record<string, string>[]>(
    `SELECT (SELECT sum(pg_table_size(inhrelid)) FROM pg_inherits WHERE inhparent = 'traces'::regclass) AS rows,
            (SELECT sum(pg_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = 'ix_traces_words'::regclass) AS words`,
  );
  writeResult(
    'traces',
    { traces, spans, orgs: ORGS, days: DAYS },
    {
      searchMs: summarize(all, [50, 95, 100]),
      bySearchMs: each,
      facetsMs: summarize(counts, [50, 95, 100]),
      treeMs: summarize(trees, [50, 95, 100]),
      storeS: tenth(storedS),
      writeUs: tenth(written),
      rowBytes: Number(sizes?.rows),
      wordIndexBytes: Number(sizes?.words),
    },
    await serviceVersions({ postgres: testDatabase.settings.url }),
  );
} finally {
  await opened.close();
  await testDatabase.drop();
}

/** Time to write one trace, in the batches and with the statement of the trace store. */
async function writtenUsPerTrace(orgId: string): Promise<number> {
  const sink = new PostgresTraceSink(database);
  const batches = Array.from({ length: WRITTEN / WRITTEN_AT_ONCE }, () =>
    Array.from({ length: WRITTEN_AT_ONCE }, () => newTrace(orgId)),
  );
  const began = performance.now();
  for (const batch of batches) await sink.write(batch);
  return ((performance.now() - began) * 1_000) / WRITTEN;
}

function newTrace(orgId: string): TraceRow {
  const id = randomBytes(6).toString('hex');
  const of = { traceId: randomBytes(16).toString('hex'), startedAt: NOW.toISOString(), orgId };
  const ids = { conversationId: randomUUID(), turnId: randomUUID() };
  const spans = exampleSpans({ ...of, ...ids }).map((span) => ({
    ...span,
    spanId: span.spanId.replace('@id', id),
    parentSpanId: span.parentSpanId?.replace('@id', id) ?? null,
  }));
  const [root] = spans;
  if (!root) throw new TypeError('A trace has spans');
  return traceRow(root, spans);
}
