// npm run bench -- traces: speed of searches on the traces page, and of opening a trace. See README.md beside this file.
import { randomBytes, randomUUID } from 'node:crypto';
import { OrgScope } from '../../apps/admin/src/session/org-scope.ts';
import { TraceFacetsReadModel } from '../../apps/admin/src/traces/trace-facets.read-model.ts';
import { TraceSearchReadModel } from '../../apps/admin/src/traces/trace-search.read-model.ts';
import { findTrace } from '../../apps/admin/src/traces/trace-view.read-model.ts';
import { FixedClock } from '#config';
import { traceFacetsQuery, traceSearchQuery } from '#contracts/console';
import { OrgService, SecretBox } from '#identity';
import { PostgresSpanSink, type SpanRow } from '#telemetry';
import { spanRow } from '../../libs/telemetry/testing/span.fixture.ts';
import { createTestDatabase, openDatabase } from '../../test/harness/test-database.ts';
import { readOptions, whole } from '../options.ts';
import { writeResult } from '../result.ts';
import { serviceVersions } from '../versions.ts';
import { summarize } from '../statistics.ts';
import { SPANS_PER_TURN, storeSpans } from './store-spans.ts';

/** The default retention of spans. */
const DAYS = 30;
const ORGS = 10;
const NOW = new Date('2026-11-20T12:00:00Z');
const ROUNDS = 20;
const PAGES = 3;
const WRITTEN = 5_000;
const WRITTEN_AT_ONCE = 250;

/**
 * Searches of the traces page: each filter alone, frequent and rare, and in combination; words in many and in few spans.
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
  spans: whole(10_000_000, `spans in ${DAYS} days`, { least: DAYS * SPANS_PER_TURN }),
});

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
  await storeSpans(dataSource, { orgIds, spans, days: DAYS, until: NOW });
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
  const traces = await dataSource.query<{ id: string; turn: string }[]>(
    `SELECT trace_id AS id, turn_id AS turn FROM spans TABLESAMPLE SYSTEM (0.1) WHERE org_id = $1 AND kind = 'turn' LIMIT 200`,
    [orgId],
  );
  const trees: number[] = [];
  for (const { id, turn } of traces) {
    const asked = performance.now();
    if (!(await findTrace(ofOne, id, turn))) throw new Error(`Trace ${id} was not found`);
    trees.push(performance.now() - asked);
  }
  const write = () => writtenUsPerSpan(orgId);
  await write();
  const withIndex = await write();
  const [sizes] = await dataSource.query<Record<string, string>[]>(
    `SELECT (SELECT sum(pg_table_size(inhrelid)) FROM pg_inherits WHERE inhparent = 'spans'::regclass) AS rows,
            (SELECT sum(pg_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent IN ('ix_spans_searched'::regclass, 'ix_spans_failed'::regclass)) AS search`,
  );
  await dataSource.query('DROP INDEX ix_spans_searched, ix_spans_failed');
  const withoutIndex = await write();
  writeResult(
    'traces',
    { spans, orgs: ORGS, days: DAYS },
    {
      searchMs: summarize(all, [50, 95, 100]),
      bySearchMs: each,
      facetsMs: summarize(counts, [50, 95, 100]),
      treeMs: summarize(trees, [50, 95, 100]),
      storeS: tenth(storedS),
      writeUs: { withSearchIndex: tenth(withIndex), without: tenth(withoutIndex) },
      rowBytes: Number(sizes?.rows),
      searchIndexBytes: Number(sizes?.search),
    },
    await serviceVersions({ postgres: testDatabase.settings.url }),
  );
} finally {
  await opened.close();
  await testDatabase.drop();
}

/** Time to write one span, in the batches and with the statement of the span store. */
async function writtenUsPerSpan(orgId: string): Promise<number> {
  const sink = new PostgresSpanSink(database);
  const began = performance.now();
  for (let written = 0; written < WRITTEN; written += WRITTEN_AT_ONCE)
    await sink.write(Array.from({ length: WRITTEN_AT_ONCE }, (_, index) => spanOf(orgId, index)));
  return ((performance.now() - began) * 1_000) / WRITTEN;
}

/** Four out of ten spans are of searchable kinds. */
function spanOf(orgId: string, index: number): SpanRow {
  const kinds = ['turn', 'tool', 'model', 'model', 'intent', 'context', 'scope', 'broker', 'route', 'settle'];
  const kind = kinds[index % kinds.length] ?? 'turn';
  return spanRow({
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    startedAt: NOW.toISOString(),
    name: kind,
    kind,
    orgId,
    conversationId: randomUUID(),
    turnId: randomUUID(),
    model: kind === 'model' ? 'model-1' : null,
    tool: kind === 'tool' ? 'tool-1' : null,
    promptTokens: 2_000,
    completionTokens: 200,
    costUsd: 0.001,
    input: 'Find a two bedroom flat near the sea',
    output: 'There are three flats that fit. '.repeat(10),
  });
}
