import { analyticsQuery } from '#contracts/console';
import type { Org } from '#identity';
import { describeWith } from '../../../test/harness/services.ts';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { analyticsParts } from '../testing/analytics-parts.fixture.ts';
import { addRandomRows } from '../testing/random-rows.fixture.ts';
import { REMOVED_AT_ONCE, retainedTables } from './row-retention.repository.ts';
import { RowRetention } from './row-retention.service.ts';

const NOW = new Date('2026-11-01T12:20:00Z');
const DAY_MS = 86_400_000;
/** The hour that contains the boundary is kept. */
const daysAgo = (days: number) => new Date(Date.parse('2026-11-01T12:00:00Z') - days * DAY_MS);
const MONTHS = ['2026-07', '2026-08', '2026-09', '2026-10', '2026-11'];

describeWith('postgres', 'retention of rows', () => {
  const on = suiteDatabase({ per: 'test' });
  let opened: ReturnType<typeof analyticsParts> & { retention: RowRetention };

  beforeEach(async () => {
    await on.database.asPlatform('the writer of traces serves every org', async (tx) => {
      for (const month of MONTHS)
        await tx.query('SELECT ensure_trace_partition($1)', [`${month}-15T00:00:00Z`]);
    });
    const parts = analyticsParts(on.database, NOW);
    opened = { ...parts, retention: new RowRetention(on.database, parts.clock, parts.orgs, parts.rollups) };
  });

  const fill = (org: Org, seed: number, days = 110) =>
    addRandomRows(opened.database, {
      orgId: org.id,
      turns: 40,
      from: new Date(NOW.getTime() - days * DAY_MS),
      to: NOW,
      seed,
    });

  /** Rows of the org in the table, all or from a moment on. */
  async function count(org: Org, table: string, from?: Date): Promise<number> {
    const moment = { traces: 'started_at', prompt_texts: 'month' }[table] ?? 'created_at';
    const [row] = await opened.dataSource.query<{ count: string }[]>(
      `SELECT count(*) FROM ${table} WHERE org_id = $1 ${from ? `AND ${moment} >= $2` : ''}`,
      from ? [org.id, from] : [org.id],
    );
    return Number(row?.count);
  }

  async function counts(org: Org, moments: Partial<Record<string, Date>> = {}) {
    const found: Record<string, number> = {};
    for (const table of [...retainedTables, 'turns', 'messages', 'turn_steps', 'turn_feedback'])
      found[table] = await count(org, table, moments[table]);
    return found;
  }

  async function months(): Promise<string[]> {
    const rows = await opened.dataSource.query<{ name: string }[]>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'traces'::regclass ORDER BY 1`,
    );
    return rows.map(({ name }) => name.slice('traces_'.length).replace('_', '-'));
  }

  it('removes the rows that are older than the org keeps them, and no others', async () => {
    const usual = await opened.newOrg();
    const settings = { SPANS_KEPT_DAYS: '100', TOOL_CALLS_KEPT_DAYS: '10', BROKER_DECISIONS_KEPT_DAYS: '40' };
    const own = await opened.newOrg({ settings });
    await fill(usual, 1);
    await fill(own, 2);
    const keptFor = (org: Org, traces: number, calls: number, decisions: number) =>
      counts(org, {
        traces: daysAgo(traces),
        tool_calls: daysAgo(calls),
        broker_decisions: daysAgo(decisions),
      });
    const kept = [await keptFor(usual, 30, 90, 90), await keptFor(own, 100, 10, 40)];
    expect(kept[0]?.traces).toBeLessThan(await count(usual, 'traces'));
    for (let round = 0; round < 2; round += 1) {
      await opened.retention.removeOld();
      expect([await counts(usual), await counts(own)]).toEqual(kept);
    }
  });

  it('does not change rollups, also if old turns get feedback or everything is summed up again', async () => {
    const org = await opened.newOrg();
    await fill(org, 3);
    await opened.rollups.rollOrg(org.id);
    const ask = async (measures: string, by: string) =>
      (await opened.analytics.ask(org.id, analyticsQuery.parse({ measures, by, days: '120' }))).rows;
    const all = async () => ({
      turns: await ask('turns,toolsOffered,tokensSaved,toolInBrokeredSet', 'brokerMode,day'),
      calls: await ask('toolCalls,toolSuccess', 'intent,tool'),
      models: await ask('modelCalls,cost', 'brokerMode,day'),
      misses: await ask('brokerMisses', 'tool'),
    });
    const before = await all();
    await opened.retention.removeOld();
    expect(await count(org, 'broker_decisions', new Date(0))).toBe(
      await count(org, 'broker_decisions', daysAgo(90)),
    );
    await opened.database.forOrg(org.id, (tx) =>
      tx.execute(
        `UPDATE turn_feedback f SET updated_at = $2 FROM turns t
          WHERE f.org_id = $1 AND t.org_id = $1 AND t.id = f.turn_id AND t.created_at < $3`,
        [NOW, daysAgo(85)],
      ),
    );
    await opened.rollups.rollOrg(org.id);
    await opened.rollups.rebuild(org.id);
    expect(await all()).toEqual(before);
  });

  it('removes no row that the rollups do not include yet', async () => {
    const org = await opened.newOrg();
    await fill(org, 4);
    const before = await counts(org);
    const at = (counted: Date) =>
      new RowRetention(opened.database, opened.clock, opened.orgs, { rollUpTo: async () => counted });
    await at(daysAgo(200)).removeOld();
    expect(await counts(org)).toEqual(before);
    const kept = await counts(org, Object.fromEntries(retainedTables.map((table) => [table, daysAgo(100)])));
    await at(daysAgo(100)).removeOld();
    expect(await counts(org)).toEqual(kept);
    expect(kept.traces).toBeLessThan(before.traces ?? 0);
    // What no round had come to is rolled up first, here all of it.
    expect(await opened.rollups.lagMs()).toBeGreaterThan(100 * DAY_MS);
    await opened.retention.removeOld();
    expect(await opened.rollups.lagMs()).toBe(0);
  });

  it('removes rows in several steps, rows of one moment together, and continues in the next round', async () => {
    const org = await opened.newOrg();
    const calls = (at: string) =>
      opened.database.forOrg(org.id, (tx) =>
        tx.execute(
          `INSERT INTO tool_calls (org_id, id, tool, pack, arguments, result, success, attempts, duration_ms, channel, caller_kind, created_at)
           SELECT $1, gen_random_uuid(), 'search', 'estio', '{}', '{}', true, 1, 1, 'chat', 'contact', ${at}
             FROM generate_series(1, 2500) n`,
          [daysAgo(95)],
        ),
      );
    await calls(`$2::timestamptz + n * interval '1 second'`);
    const slow = {
      rollUpTo: async (_: string, moment: Date) => {
        opened.clock.advance(30_000);
        return moment;
      },
    };
    const retention = new RowRetention(opened.database, opened.clock, opened.orgs, slow);
    for (const left of [2_500 - REMOVED_AT_ONCE, 2_500 - 2 * REMOVED_AT_ONCE, 0]) {
      await retention.removeOld();
      expect(await count(org, 'tool_calls')).toBe(left);
    }
    await calls(`$2::timestamptz + n * interval '1 second'`);
    await opened.retention.removeOld();
    expect(await count(org, 'tool_calls')).toBe(0);
    await calls('$2::timestamptz');
    await opened.retention.removeOld();
    expect(await count(org, 'tool_calls')).toBe(0);
  });

  it('drops a month of spans that no org keeps, without waiting for a lock', async () => {
    const usual = await opened.newOrg();
    const own = await opened.newOrg({ settings: { SPANS_KEPT_DAYS: '70' } });
    await fill(usual, 5);
    await fill(own, 6);
    await opened.dataSource.query(
      `INSERT INTO prompt_texts
       SELECT org, (month || '-01')::date, 'hash', 'Help.' FROM unnest($1::uuid[]) AS org, unnest($2::text[]) AS month`,
      [[usual.id, own.id], MONTHS],
    );
    await opened.retention.removeOld();
    const prompts = (org: Org) =>
      opened.dataSource.query(
        `SELECT to_char(month, 'MM') AS kept FROM prompt_texts WHERE org_id = $1 ORDER BY 1`,
        [org.id],
      );
    expect(await prompts(usual)).toEqual([{ kept: '10' }, { kept: '11' }]);
    // 70 days ago was 23 August.
    expect(await prompts(own)).toEqual(['08', '09', '10', '11'].map((kept) => ({ kept })));
    expect(await months()).toEqual(['2026-08', '2026-09', '2026-10', '2026-11']);
    expect(await count(own, 'traces')).toBe(await count(own, 'traces', daysAgo(70)));
    await opened.database.forOrg(own.id, (tx) => opened.orgs.changeSettings(tx, { SPANS_KEPT_DAYS: null }));
    const reader = opened.dataSource.createQueryRunner();
    try {
      await reader.startTransaction();
      await reader.query('SELECT count(*) FROM spans');
      await opened.retention.removeOld();
      expect(await months()).toEqual(['2026-08', '2026-09', '2026-10', '2026-11']);
      await reader.commitTransaction();
    } finally {
      await reader.release();
    }
    expect(await count(own, 'traces')).toBe(await count(own, 'traces', daysAgo(30)));
    await opened.retention.removeOld();
    expect(await months()).toEqual(['2026-10', '2026-11']);
  });

  it('continues with the other orgs if one fails, and reports the failure', async () => {
    const [broken, whole] = [await opened.newOrg(), await opened.newOrg()];
    await fill(broken, 7);
    await fill(whole, 8);
    const before = await counts(broken);
    const rollups = {
      rollUpTo: async (orgId: string, moment: Date) => {
        if (orgId === broken.id) throw new Error('not rolled up');
        return moment;
      },
    };
    const retention = new RowRetention(opened.database, opened.clock, opened.orgs, rollups);
    await expect(retention.removeOld()).rejects.toMatchObject({ errors: [new Error('not rolled up')] });
    expect(await counts(broken)).toEqual(before);
    expect(await count(whole, 'traces')).toBe(await count(whole, 'traces', daysAgo(30)));
    expect(await months()).toEqual(MONTHS);
  });
});
