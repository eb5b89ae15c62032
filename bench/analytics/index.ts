// npm run bench -- analytics: response time of queries over 90 days from rollups. See README.md beside this file.
import { Analytics, AnalyticsReadModel, measureView, Rollups } from '#analytics';
import { FixedClock } from '#config';
import { analyticsMeasures, analyticsQuery } from '#contracts/console';
import { OrgService, SecretBox } from '#identity';
import { createTestDatabase, openDatabase } from '../../test/harness/test-database.ts';
import { readOptions, whole } from '../options.ts';
import { writeResult } from '../result.ts';
import { serviceVersions } from '../versions.ts';
import { summarize } from '../statistics.ts';
import { storeTurns } from './store-turns.ts';

const DAYS = 90;
const NOW = new Date('2026-11-01T12:00:00Z');
const ROUNDS = 3;
/** Number of slowest queries that the result names. */
const SLOWEST = 10;

/** Queries sent for each measure that supports them: totals, time series, tables by one and two dimensions, filters. */
const SHAPES: Record<string, string>[] = [
  {},
  { by: 'day' },
  { by: 'week,agent' },
  { by: 'agent' },
  { by: 'tool' },
  { by: 'agent,channel' },
  { by: 'intent,model' },
  { by: 'tool,agent' },
  { by: 'tool,day' },
  { by: 'brokerMode,day' },
  { by: 'day', channel: 'chat', agent: 'agent-1' },
  { by: 'intent,day', channel: 'chat', model: 'model-1' },
];

const QUESTIONS = analyticsMeasures.flatMap((measure) => {
  const { dimensions } = measureView(measure);
  return SHAPES.filter(({ by = '' }) =>
    by.split(',').every((one) => one === '' || (dimensions as string[]).includes(one)),
  ).map((shape): Record<string, string> => ({ measures: measure, ...shape }));
});

const { turns } = readOptions('analytics', {
  turns: whole(10_000_000, `turns in ${DAYS} days`, { least: DAYS }),
});

const testDatabase = await createTestDatabase();
const opened = await openDatabase(testDatabase.settings);
const { database, dataSource } = opened;
try {
  const clock = new FixedClock(NOW);
  const orgs = new OrgService(database, clock, new Map<string, string>(), new SecretBox(undefined));
  const { id: orgId } = await orgs.create({
    slug: 'bench',
    name: 'Bench',
    packs: [],
    timezone: 'Asia/Nicosia',
  });
  await storeTurns(dataSource, { orgId, turns, days: DAYS, until: NOW });
  const rollups = new Rollups(database, clock, orgs);
  const began = performance.now();
  await rollups.rollOrg(orgId);
  const rollUpMs = performance.now() - began;
  const again = performance.now();
  await rollups.rollOrg(orgId);
  const roundMs = performance.now() - again;
  await dataSource.query('ANALYZE');
  const analytics = new Analytics(new AnalyticsReadModel(database), clock, orgs);
  const each: [question: string, ms: number][] = [];
  const all: number[] = [];
  let found = 0;
  for (const question of QUESTIONS) {
    const query = analyticsQuery.parse({ ...question, days: String(DAYS) });
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now();
      const answer = await analytics.ask(orgId, query);
      times.push(performance.now() - start);
      found += answer.rows.length;
    }
    each.push([new URLSearchParams(question).toString(), summarize(times, [50]).p50 ?? 0]);
    all.push(...times);
  }
  if (found === 0) throw new Error('Nothing was found by any question');
  const [sizes] = await dataSource.query<Record<string, string>[]>(
    `SELECT pg_total_relation_size('turn_rollups') + pg_total_relation_size('tool_call_rollups')
          + pg_total_relation_size('tool_choice_rollups') + pg_total_relation_size('rollup_keys') AS rollups,
            pg_total_relation_size('turns') + pg_total_relation_size('tool_calls')
          + pg_total_relation_size('broker_decisions') AS rows`,
  );
  writeResult(
    'analytics',
    { turns, days: DAYS },
    {
      questions: QUESTIONS.length,
      queryMs: summarize(all, [50, 95, 100]),
      slowestMs: Object.fromEntries(each.toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST)),
      rollUpS: Math.round(rollUpMs / 100) / 10,
      rollUpUsPerTurn: Math.round((rollUpMs * 1_000) / turns),
      roundMs: Math.round(roundMs),
      rollupBytes: Number(sizes?.rollups),
      rowBytes: Number(sizes?.rows),
    },
    await serviceVersions({ postgres: testDatabase.settings.url }),
  );
} finally {
  await opened.close();
  await testDatabase.drop();
}
