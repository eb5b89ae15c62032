import { randomUUID } from 'node:crypto';
import { analyticsQuery } from '#contracts/console';
import { EARLIER_TURNS } from '../../../migrations/1795910730000-first-attempts.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { analyticsParts } from '../testing/analytics-parts.fixture.ts';

const BAD_DAY = new Date('2026-10-28T09:00:00Z');
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const RETRIED_AFTER_MS = 71 * HOUR_MS;
const WAIT_MS = 10 * HOUR_MS;
const TURN_MS = 2_000;

describeWith('postgres', 'first attempts', () => {
  const on = suiteDatabase();
  const MEASURES =
    'turns,successRate,failedTurns,latencyP95;turnRetries,recoveredTurns,humanWaitP50,latencyP50'.split(';');

  /** An org with a day of 40 completed and 8 failed turns, of which the first completed one waited for a person. */
  async function badDay({ kept }: { kept: boolean }) {
    const parts = analyticsParts(on.database, new Date(BAD_DAY.getTime() + 6 * HOUR_MS));
    const org = await parts.newOrg({ timezone: 'UTC' });
    const execute = (sql: string, ...values: unknown[]) =>
      parts.database.forOrg(org.id, (tx) => tx.execute(sql, values));
    const at = (ms: number) => new Date(BAD_DAY.getTime() + ms);
    const ids = Array.from({ length: 48 }, () => randomUUID());
    for (const [index, id] of ids.entries()) {
      const waited = index === 0 ? WAIT_MS : 0;
      const finishedAt = at(index * MINUTE_MS + TURN_MS + waited);
      await execute(
        `INSERT INTO turns (org_id, id, conversation_id, seq, message_id, state, channel, pack, contact_id, caller_kind, trace_id,
           traceparent, created_at, started_at, finished_at, error_class, waited_ms)
         VALUES ($1, $2, $2, 1, $2, $3, 'chat', 'estio', 'c', 'contact', '', '', $4, $4, $5, $6, $7)`,
        id,
        index < 40 ? 'completed' : 'failed',
        at(index * MINUTE_MS),
        finishedAt,
        index < 40 ? null : 'MODEL_UNAVAILABLE',
        kept ? waited : 0,
      );
      if (index >= 40)
        await addEvent(id, 'turn.failed', finishedAt, { error: { class: 'MODEL_UNAVAILABLE' } });
    }
    await execute(
      `INSERT INTO approvals (org_id, id, turn_id, conversation_id, step_key, tool, arguments, arguments_hash, reason, state,
         requested_at, expires_at, decided_at)
       SELECT $1, gen_random_uuid(), $2, $2, key, 't', '{}', key, '', 'approved', $3::timestamptz, $3,
              $3::timestamptz + wait * interval '1 millisecond' FROM (VALUES ('a', 1000), ('b', $4::int)) call(key, wait)`,
      ids[0],
      at(1_000),
      WAIT_MS,
    );
    await parts.rollups.rollOrg(org.id);
    return { ...parts, org, execute, failed: ids.slice(40), addEvent, at };

    function addEvent(id: string, type: string, moment: Date, payload: object) {
      const event =
        'INSERT INTO turn_events SELECT $1, $2, 1 + count(*), $3, $4, $5 FROM turn_events WHERE turn_id = $2';
      return execute(event, id, type, payload, moment);
    }
  }

  type Day = Awaited<ReturnType<typeof badDay>>;

  async function figures({ analytics, org }: Day, by = 'day'): Promise<(number | null)[]> {
    const range = { from: '2026-10-28', to: '2026-10-28' };
    const answers = await Promise.all(
      MEASURES.map((names) => analytics.ask(org.id, analyticsQuery.parse({ measures: names, by, ...range }))),
    );
    for (const { answeredFrom } of answers) expect(answeredFrom).not.toBe('rows');
    return answers
      .flatMap(({ rows }) => rows[0]?.values ?? [])
      .map((value) => value && Number(value.toPrecision(2)));
  }

  /** All failed turns complete three days later, as by a bulk retry of this or an earlier version. */
  async function retryAll(day: Day, { kept }: { kept: boolean }) {
    const { execute, at, failed } = day;
    const firstEnd = kept
      ? ', retries = 1, first_finished_at = finished_at, first_error_class = error_class'
      : '';
    await execute(
      `UPDATE turns SET state = 'completed', error_class = NULL, finished_at = $3 ${firstEnd} WHERE org_id = $1 AND id = ANY ($2)`,
      failed,
      at(RETRIED_AFTER_MS),
    );
    for (const id of failed) {
      await day.addEvent(id, 'turn.queued', at(RETRIED_AFTER_MS), { retried: true });
      await execute(
        `INSERT INTO audit_log (id, org_id, actor_kind, action, target, at) VALUES (gen_random_uuid(), $1, 'user', 'turn.retry', $2, $3)`,
        `turn:${id}`,
        at(RETRIED_AFTER_MS),
      );
    }
    day.clock.set(at(RETRIED_AFTER_MS + HOUR_MS));
    await day.rollups.roll();
  }

  it('keep the figures of a bad day whose failed turns were retried in bulk', async () => {
    const day = await badDay({ kept: true });
    const before = await figures(day);
    expect(before).toEqual([48, 0.83, 8, 2_000, 0, 0, 36_000_000, 2_000]);
    await retryAll(day, { kept: true });
    const after = [48, 0.83, 8, 2_000, 8, 8, 36_000_000, 2_000];
    expect(await figures(day)).toEqual(after);
    expect(await figures(day, 'agent')).toEqual(after);
  });

  it('are found for the turns of earlier versions, and their days are rolled up again', async () => {
    const day = await badDay({ kept: false });
    await retryAll(day, { kept: false });
    expect((await figures(day)).slice(0, 4)).toEqual([48, 1, 0, expect.any(Number)]);
    await day.execute(
      "INSERT INTO audit_log SELECT gen_random_uuid(), $1, 'user', NULL, 'turn.retry', 'turn:' || gen_random_uuid(), NULL, NULL, NULL, now()",
    );
    for (const statement of EARLIER_TURNS) await day.dataSource.query(statement);
    await day.rollups.roll();
    expect(await figures(day)).toEqual([48, 0.83, 8, 2_000, 8, 8, 36_000_000, 2_000]);
    expect(
      await day.dataSource.query(
        `SELECT DISTINCT first_outcome, first_error_class FROM analytics.turns WHERE retries > 0`,
      ),
    ).toEqual([{ first_outcome: 'failed', first_error_class: 'MODEL_UNAVAILABLE' }]);
  });
});
