import fc from 'fast-check';
import {
  analyticsDimensions,
  analyticsMeasures,
  analyticsQuery,
  type AnalyticsMeasure,
} from '#contracts/console';
import { FixedClock } from '#config';
import { dayAfter, startOfDay } from '#text';
import type { Org } from '#identity';
import { forAllAsync } from '../../../test/harness/for-all.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { openDatabase } from '../../../test/harness/test-database.ts';
import { AnalyticsReadModel } from '../queries/analytics.read-model.ts';
import { measures, measureView } from '../queries/measures.ts';
import { analyticsParts } from '../testing/analytics-parts.fixture.ts';
import { addRandomRows } from '../testing/random-rows.fixture.ts';
import { RollupContactData } from './rollup-contact-data.repository.ts';
import { Rollups } from './rollups.service.ts';

const NOW = new Date('2026-11-01T12:20:00Z');
const HOUR_MS = 3_600_000;
/**
 * Summer time ends in Nicosia on 25 October 2026 and in New York on 1 November; two are 5:30 and 5:45 ahead of UTC. The
 * clocks of the Azores (25 October) and Havana (1 November) show midnight twice.
 */
const ZONES =
  'Asia/Nicosia Asia/Kolkata Asia/Kathmandu America/New_York Atlantic/Azores America/Havana'.split(' ');
const RELATIVE_ERROR = 0.02;
const FIGURES = 'turns,cost,toolCalls,latencyP95';

/** A clock that advances whenever it is read. */
class TickingClock extends FixedClock {
  stepMs = 0;

  override now(): Date {
    const moment = super.now();
    this.advance(this.stepMs);
    return moment;
  }
}

describeWith('postgres', 'rollups', () => {
  const on = suiteDatabase();
  let opened: ReturnType<typeof analyticsParts>;

  beforeAll(() => {
    opened = analyticsParts(on.database, NOW);
  });

  const fill = (
    org: Org,
    seed: number,
    { turns = 150, days = 20, contact }: { turns?: number; days?: number; contact?: string } = {},
  ) =>
    addRandomRows(opened.database, {
      orgId: org.id,
      turns,
      from: new Date(NOW.getTime() - days * 24 * HOUR_MS),
      to: NOW,
      seed,
      ...(contact ? { contact } : {}),
    });

  /** An org whose rows are rolled up. */
  async function rolledOrg(timezone: string, seed: number, rows: Parameters<typeof fill>[2] = {}) {
    const org = await opened.newOrg({ timezone });
    await fill(org, seed, rows);
    await opened.rollups.rollOrg(org.id);
    return org;
  }

  /** Compares the answer with the result of its own statement on the rows. */
  async function compare(
    orgId: string | null,
    parameters: Record<string, string | undefined>,
    { analytics } = opened,
  ) {
    const answer = await analytics.ask(orgId, analyticsQuery.parse(parameters));
    expect(answer.answeredFrom).not.toBe('rows');
    for (const [index, { measure, text }] of answer.sql.entries()) {
      const rows = await opened.dataSource.query<Record<string, string | number | null>[]>(text);
      const raw = new Map(
        rows
          .filter(({ value }) => value !== null)
          .map(({ value, ...keys }) => [Object.values(keys).join('|'), Number(value)]),
      );
      const rolled = new Map(
        answer.rows
          .filter(({ values }) => values[index] !== null)
          .map(({ keys, values }) => [keys.join('|'), values[index] ?? NaN]),
      );
      expect([...rolled.keys()].sort()).toEqual([...raw.keys()].sort());
      for (const [key, value] of raw) expectSame(measure, rolled.get(key) ?? NaN, value);
    }
    return answer;
  }

  function expectSame(measure: AnalyticsMeasure, rolled: number, raw: number): void {
    if (measures[measure].percentile === undefined) return expect(rolled).toBe(raw);
    expect(Math.abs(rolled - raw)).toBeLessThanOrEqual(Math.max(raw * RELATIVE_ERROR, 0.001));
  }

  /** Start of each stored week of the org's zone, with the number of dimensions of its sets. */
  const weeksOf = async (orgId?: string) =>
    (
      await opened.dataSource.query<{ week: string }[]>(
        `SELECT DISTINCT starts_at::text || ' ' || 6 - bit_count(summed_over::int::bit(6)) AS week FROM tool_call_rollups
          WHERE org_id = $1 AND grain = 'week' AND time_zone <> 'UTC' ORDER BY 1`,
        [orgId],
      )
    ).map(({ week }) => week);

  it('equal the rows for any question: counts and sums exactly, percentiles within 2 %', async () => {
    const orgs = await Promise.all(
      [...ZONES, 'Asia/Nicosia'].map((zone) => opened.newOrg({ timezone: zone })),
    );
    // The last one has days with more than enough rows for coarser sets of dimensions.
    for (const [index, org] of orgs.entries())
      await fill(org, index + 1, index < ZONES.length ? {} : { turns: 3_000, days: 1.5 });
    await opened.rollups.roll();
    const sets = await opened.dataSource.query<unknown[]>(
      `SELECT DISTINCT summed_over FROM tool_call_rollups WHERE org_id = $1 AND summed_over > 0
       UNION ALL SELECT DISTINCT summed_over FROM tool_choice_rollups WHERE org_id = $1 AND summed_over > 0`,
      [orgs.at(-1)?.id],
    );
    expect(sets.length).toBeGreaterThanOrEqual(3);
    expect(await weeksOf(orgs[0]?.id)).toEqual(
      expect.arrayContaining(['2026-10-18 21:00:00+00 0', '2026-10-18 21:00:00+00 1']),
    );
    const when = fc.constantFrom(
      { days: '20' },
      { from: '2026-10-16', to: '2026-10-31' },
      { days: '3' },
      { from: '2026-10-24', to: '2026-10-26' },
      { from: '2026-10-25', to: '2026-10-25' },
      { from: '2026-10-25T03:00:00Z', to: '2026-10-28T09:00:00Z' },
      { from: '2026-10-30T20:00:00Z', to: '2026-10-31T03:00:00Z' },
      { from: '2026-10-31T07:00:00Z', to: '2026-11-01T11:00:00Z' },
    );
    const question = fc
      .record({
        org: fc.constantFrom(...orgs.map(({ id }) => id), null),
        measure: fc.constantFrom(...analyticsMeasures),
        by: fc.uniqueArray(fc.constantFrom(...analyticsDimensions), { maxLength: 2 }),
        when,
        filters: fc.constantFrom(
          {},
          { channel: 'chat' },
          { intent: 'booking' },
          { intent: 'general', model: 'gpt-5-mini' },
          { agent: 'searcher,(none)', channel: 'voice,chat', brokerMode: 'shadow,(none)' },
        ),
      })
      .filter(({ by, measure }) => {
        const { dimensions } = measureView(measure);
        return (
          by.every((one) => one !== 'minute' && dimensions.includes(one)) &&
          by.filter((one) => ['hour', 'day', 'week'].includes(one)).length < 2
        );
      });
    await forAllAsync(80, question, async ({ org, measure, by, when: range, filters }) => {
      await compare(org, { measures: measure, by: by.join(','), ...range, ...filters });
    });
    for (const measure of analyticsMeasures) {
      const { rows } = await compare(orgs[0]?.id ?? null, { measures: measure, days: '20', by: 'day' });
      expect(rows.length).toBeGreaterThan(1);
    }
  });

  it('are computed again without counting twice, also after an interrupted round', async () => {
    const org = await rolledOrg('Asia/Nicosia', 11, { turns: 60 });
    const query = { measures: FIGURES, by: 'day,channel', days: '20' };
    const before = await compare(org.id, query);
    await opened.rollups.rollOrg(org.id);
    await opened.rollups.rebuild(org.id);
    expect((await compare(org.id, query)).rows).toEqual(before.rows);
  });

  it('write an hour again only if a transaction has changed its rows, however late it commits', async () => {
    const org = await opened.newOrg({ timezone: 'Asia/Nicosia' });
    await fill(org, 61, { turns: 60, days: 2 });
    expect(await opened.rollups.lagMs()).toBeGreaterThan(24 * HOUR_MS);
    await opened.rollups.rollOrg(org.id);
    expect(await opened.rollups.lagMs()).toBe(0);
    const written = async () =>
      new Map(
        (
          await opened.dataSource.query<{ block: string; xid: string }[]>(
            `SELECT concat_ws(' ', grain, time_zone, starts_at, summed_over) AS block, xmin::text AS xid FROM turn_rollups WHERE org_id = $1`,
            [org.id],
          )
        ).map(({ block, xid }) => [block, xid]),
      );
    const before = await written();
    await opened.rollups.rollOrg(org.id);
    expect(await written()).toEqual(before);
    // Written before the next round looks, and seen after it: only the transaction tells.
    const slow = opened.dataSource.createQueryRunner();
    try {
      await slow.startTransaction();
      await slow.query(
        `UPDATE turns SET finished_at = $2, prompt_tokens = prompt_tokens + 1000 WHERE org_id = $1 AND id = (
           SELECT id FROM turns WHERE org_id = $1 AND created_at < $2 ORDER BY created_at DESC LIMIT 1)`,
        [org.id, NOW],
      );
      await opened.rollups.rollOrg(org.id);
      expect(await written()).toEqual(before);
      await slow.commitTransaction();
    } finally {
      await slow.release();
    }
    await opened.rollups.rollOrg(org.id);
    const after = await written();
    expect([...after.keys()]).toEqual(expect.arrayContaining([...before.keys()]));
    expect([...after].filter(([block, xid]) => before.get(block) !== xid)).toHaveLength(1);
    await compare(org.id, { measures: 'turns,promptTokens', by: 'hour', days: '3' });
  });

  it('include turns that end days after they began, and later feedback', async () => {
    const org = await rolledOrg('UTC', 21, { turns: 40 });
    opened.clock.advance(2 * HOUR_MS);
    await opened.rollups.rollOrg(org.id);
    const query = { measures: 'turns,successRate,latencyP50,feedbackGood', by: 'day', days: '13' };
    const before = await compare(org.id, query);
    await opened.database.forOrg(org.id, async (tx) => {
      for (const statement of [
        `UPDATE turns SET state = 'completed', started_at = created_at, finished_at = $2, agent = 'late' WHERE org_id = $1 AND state = 'running'`,
        `UPDATE turn_feedback SET rating = 'up', updated_at = $2 WHERE org_id = $1 AND rating = 'down'`,
      ])
        await tx.execute(statement, [opened.clock.now()]);
    });
    await opened.rollups.roll();
    const after = await compare(org.id, query);
    expect(after.rows).not.toEqual(before.rows);
    await compare(org.id, { measures: 'toolCalls,modelCalls', by: 'agent', days: '13' });
  });

  it('read single days of a week that a late turn changed, and sum the week up again within the hour', async () => {
    const org = await rolledOrg('Asia/Nicosia', 71);
    const before = await weeksOf(org.id);
    expect(before).toContain('2026-10-18 21:00:00+00 0');
    await opened.database.forOrg(org.id, (tx) =>
      tx.execute(
        `UPDATE turns SET finished_at = $2, prompt_tokens = prompt_tokens + 1000, agent = 'late' WHERE org_id = $1
            AND created_at >= '2026-10-20' AND created_at < '2026-10-21'`,
        [opened.clock.now()],
      ),
    );
    await opened.rollups.rollOrg(org.id);
    const query = { measures: 'promptTokens,latencyP50', by: 'agent', days: '20' };
    expect((await compare(org.id, query)).rows.map(({ keys }) => keys[0])).toContain('late');
    expect(await weeksOf(org.id)).not.toContain('2026-10-18 21:00:00+00 0');
    opened.clock.advance(HOUR_MS);
    await opened.rollups.rollOrg(org.id);
    expect(await weeksOf(org.id)).toEqual(before);
    await compare(org.id, query);
  });

  it('keep the figures of erased contacts, in the open hour and in earlier ones', async () => {
    const org = await opened.newOrg({ timezone: 'Asia/Kolkata' });
    await fill(org, 31, { turns: 40 });
    await fill(org, 32, { turns: 20, days: 0.5 / 24, contact: 'erased' });
    await fill(org, 33, { turns: 30, contact: 'erased' });
    await opened.rollups.rollOrg(org.id);
    const query = analyticsQuery.parse({ measures: FIGURES, by: 'hour', days: '13' });
    const before = await opened.analytics.ask(org.id, query);
    await opened.database.forOrg(org.id, async (tx) => {
      expect(await new RollupContactData().erase(tx, 'erased')).toEqual({ deleted: {}, more: false });
      await new RollupContactData().erase(tx, 'erased');
      for (const table of ['tool_calls', 'traces', 'broker_decisions', 'turn_feedback', 'turn_steps'])
        await tx.execute(
          `DELETE FROM ${table} WHERE org_id = $1 AND turn_id IN (SELECT id FROM turns WHERE contact_id = 'erased')`,
        );
      await tx.execute(`DELETE FROM turns WHERE org_id = $1 AND contact_id = 'erased'`);
    });
    await opened.rollups.rollOrg(org.id);
    await opened.rollups.rebuild(org.id);
    expect((await opened.analytics.ask(org.id, query)).rows).toEqual(before.rows);
  });

  it('follow an org to another time zone', async () => {
    const org = await rolledOrg('Asia/Nicosia', 41, { turns: 60 });
    await opened.database.forOrg(org.id, (tx) =>
      opened.orgs.changeSettings(tx, { ORG_TIMEZONE: 'Asia/Kathmandu' } as never),
    );
    await opened.rollups.rollOrg(org.id);
    const answer = await compare(org.id, { measures: 'turns,latencyP95', by: 'day', days: '20' });
    expect(answer.range.timeZone).toBe('Asia/Kathmandu');
  });

  it.each([
    ['Atlantic/Azores', '2026-10-25T00:00:00Z'],
    ['America/Havana', '2026-11-01T04:00:00Z'],
  ])('count the hour of a repeated midnight, in open and closed days: %s', async (zone, begin) => {
    const from = new Date(begin);
    const parts = analyticsParts(on.database, from);
    const org = await parts.newOrg({ timezone: zone });
    for (const at of [-90, -30, 30, 90, 1_470, 1_530].map((minutes) => from.getTime() + minutes * 60_000)) {
      parts.clock.set(new Date(at));
      await addRandomRows(parts.database, {
        orgId: org.id,
        turns: 20,
        from: new Date(at - 20 * 60_000),
        to: new Date(at),
        seed: at,
      });
      await parts.rollups.rollOrg(org.id);
      parts.clock.advance(HOUR_MS);
      await parts.rollups.rollOrg(org.id);
      for (const by of ['day', undefined])
        await compare(org.id, { measures: 'turns,toolCalls', by, days: '2' }, parts);
    }
  });

  it.each([
    ['Atlantic/Azores', '2026-10-25'],
    ['America/Havana', '2026-11-01'],
    ['America/Santiago', '2026-09-06'],
    ['America/Nuuk', '2026-03-28'],
    ['Pacific/Apia', '2011-12-30'],
  ])('begin the days around a change of the clock as the rest of the product does: %s', async (zone, day) => {
    const days = [-1, 0, 1].map((more) => dayAfter(day, more));
    const starts = await new AnalyticsReadModel(opened.database).startsOf(days, zone);
    expect(starts).toEqual(days.map((one) => startOfDay(one, zone)));
  });

  it('are visible only to their own org', async () => {
    const own = await opened.newOrg({ timezone: 'UTC' });
    await rolledOrg('UTC', 51, { turns: 20 });
    const seen = await opened.database.forOrg(own.id, (tx) =>
      tx.query('SELECT 1 FROM turn_rollups WHERE $1::uuid IS NOT NULL'),
    );
    expect(seen).toEqual([]);
  });

  it('pause for nine times the duration of a round, and for ten minutes at most', async () => {
    const org = await opened.newOrg({ timezone: 'UTC' });
    await fill(org, 61, { turns: 5, days: 0.001 });
    const clock = new FixedClock(NOW);
    const rollups = new Rollups(opened.database, clock, opened.orgs);
    const rolledAfter = async (tookMs: number, waitMs: number) => {
      clock.set(NOW);
      await rollups.rollOrg(org.id);
      const at = clock.now();
      await opened.database.forOrg(org.id, (tx) =>
        tx.execute('UPDATE rollup_progress SET took_ms = $2 WHERE org_id = $1', [tookMs]),
      );
      clock.advance(waitMs);
      await rollups.roll();
      const [progress] = await opened.database.forOrg(org.id, (tx) =>
        tx.query<{ at: Date }>('SELECT rolled_at AS at FROM rollup_progress WHERE org_id = $1'),
      );
      return progress!.at > at;
    };
    expect(await rolledAfter(10_000, 89_000)).toBe(false);
    expect(await rolledAfter(10_000, 90_000)).toBe(true);
    for (const tookMs of [120_000, 2_147_483_647]) {
      expect(await rolledAfter(tookMs, 593_000)).toBe(false);
      expect(await rolledAfter(tookMs, 594_000)).toBe(true);
    }
  });

  it.each([
    ['its duration', 5_000, 5_000],
    ['the longest duration that makes a difference, if the clock jumped forward', 60 * 86_400_000, 66_000],
    ['zero, if the clock went back', -60_000, 0],
  ])('record the duration of a round: %s', async (_, stepMs, keptMs) => {
    const org = await opened.newOrg({ timezone: 'UTC' });
    await fill(org, 71, { turns: 5, days: 0.001 });
    const clock = new TickingClock(NOW);
    clock.stepMs = stepMs;
    await new Rollups(opened.database, clock, opened.orgs).rollOrg(org.id);
    const kept = await opened.database.forOrg(org.id, (tx) =>
      tx.query('SELECT took_ms AS "tookMs" FROM rollup_progress WHERE org_id = $1'),
    );
    expect(kept).toEqual([{ tookMs: keptMs }]);
  });

  it('use query plans for the present rows, not for those of earlier rounds', async () => {
    const { database, dataSource, close } = await openDatabase({ ...on.settings, poolSize: 1 });
    const { newOrg, rollups } = analyticsParts(database, NOW);
    const org = await newOrg({ timezone: 'UTC' });
    for (let round = 0; round < 8; round += 1) {
      const from = new Date(NOW.getTime() - HOUR_MS / 4);
      await addRandomRows(database, { orgId: org.id, turns: 2, from, to: NOW, seed: round });
      await rollups.rollOrg(org.id);
    }
    const kept = await dataSource.query<object[]>(
      `SELECT custom_plans::int > 5 AS often, generic_plans::int AS generic FROM pg_prepared_statements
        WHERE statement LIKE '%INSERT INTO turn_rollups%'`,
    );
    expect(kept).toContainEqual({ often: true, generic: 0 });
    await close();
  });
});
