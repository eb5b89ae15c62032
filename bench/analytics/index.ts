// npm run bench -- analytics: how fast questions over 90 days are answered from rollups. See README.md beside this file.
import { parseArgs } from 'node:util';
import { Analytics, AnalyticsReadModel, Rollups } from '#analytics';
import { FixedClock } from '#config';
import { analyticsQuery } from '#contracts/console';
import { OrgService, SecretBox } from '#identity';
import { createTestDatabase, openDatabase } from '../../test/harness/test-database.ts';
import { writeResult } from '../result.ts';
import { summarize } from '../statistics.ts';
import { storeTurns } from './store-turns.ts';

const DAYS = 90;
const NOW = new Date('2026-11-01T12:00:00Z');
const ROUNDS = 10;

/** What a page asks: totals, courses, tables by one and two dimensions, filters, percentiles. */
const QUESTIONS: Record<string, string>[] = [
  { measures: 'turns' },
  { measures: 'turns', by: 'day' },
  { measures: 'latencyP95', by: 'day' },
  { measures: 'successRate', by: 'agent' },
  { measures: 'cost', by: 'model,week' },
  { measures: 'latencyP99', by: 'agent,channel' },
  { measures: 'latencyP50', by: 'intent,model' },
  { measures: 'toolInBrokeredSet', by: 'brokerMode,day' },
  { measures: 'brokerMisses', by: 'tool' },
  { measures: 'toolLatencyP95', by: 'tool,agent' },
  { measures: 'toolCalls', by: 'tool,day' },
  { measures: 'queueWaitP95', by: 'day', channel: 'chat', agent: 'agent-1' },
  { measures: 'turns', by: 'intent,day', channel: 'chat', model: 'model-1' },
];

const { values } = parseArgs({ options: { turns: { type: 'string', default: '10000000' } } });
const turns = Number(values.turns);
if (!Number.isInteger(turns) || turns < DAYS)
  throw new Error(`--turns: expected a whole number from ${DAYS} on`);

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
  const each: Record<string, object> = {};
  const all: number[] = [];
  for (const question of QUESTIONS) {
    const query = analyticsQuery.parse({ ...question, days: String(DAYS) });
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now();
      const answer = await analytics.ask(orgId, query);
      times.push(performance.now() - start);
      if (answer.rows.length === 0) throw new Error(`Nothing was found by ${JSON.stringify(question)}`);
    }
    each[new URLSearchParams(question).toString()] = summarize(times, [50, 95]);
    all.push(...times);
  }
  const [sizes] = await dataSource.query<Record<string, string>[]>(
    `SELECT pg_total_relation_size('turn_rollups') + pg_total_relation_size('tool_call_rollups')
          + pg_total_relation_size('tool_choice_rollups') AS rollups,
            pg_total_relation_size('turns') + pg_total_relation_size('tool_calls')
          + pg_total_relation_size('broker_decisions') AS rows`,
  );
  writeResult(
    'analytics',
    { turns, days: DAYS },
    {
      queryMs: summarize(all, [50, 95]),
      byQuestionMs: each,
      rollUpS: Math.round(rollUpMs / 100) / 10,
      roundMs: Math.round(roundMs),
      rollupBytes: Number(sizes?.rollups),
      rowBytes: Number(sizes?.rows),
    },
  );
} finally {
  await opened.close();
  await testDatabase.drop();
}
