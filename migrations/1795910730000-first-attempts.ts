import type { MigrationInterface, QueryRunner } from 'typeorm';
import { analyticsView, views, type View } from './baseline/analytics-views.ts';

/**
 * Keeps the outcome and the time of the first attempt of retried turns, and the time that turns waited for people. The rows
 * from before get both from their events and approvals, and their hours are rolled up again by the next round. The index lists
 * turns with programs.
 */
export class FirstAttempts1795910730000 implements MigrationInterface {
  name = 'FirstAttempts1795910730000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE turns
        ADD COLUMN waited_ms double precision NOT NULL DEFAULT '0'::double precision, ADD COLUMN retries integer NOT NULL DEFAULT 0,
        ADD COLUMN first_finished_at timestamptz, ADD COLUMN first_error_class text;
      ALTER TABLE turn_rollups
        ADD COLUMN retries integer[], ADD COLUMN recovered integer[], ADD COLUMN waited_ms_keys integer[],
        ADD COLUMN waited_ms_buckets smallint[], ADD COLUMN waited_ms_counts integer[], ADD COLUMN waited_ms_packed bytea;
      CREATE INDEX turn_steps_of_programs ON turn_steps (org_id, turn_id) WHERE starts_with(key, 'program:');
    `);
    for (const statement of EARLIER_TURNS) await runner.query(statement);
    await runner.query(analyticsView(TURNS).replace('CREATE VIEW', 'CREATE OR REPLACE VIEW'));
  }

  async down(): Promise<void> {
    throw new Error('The figures of first attempts are part of the rollups: restore a backup instead.');
  }
}

/** The audit log names the retried turns; the events say when the first attempt failed and why. */
const EARLIER_RETRIES = `
  UPDATE turns t SET retries = r.retries, first_finished_at = coalesce(e.at, r.at),
         first_error_class = e.payload #>> '{error,class}'
    FROM (SELECT org_id, substr(target, length('turn:') + 1)::uuid AS turn_id, count(*) AS retries, min(at) AS at
            FROM audit_log WHERE action = 'turn.retry' GROUP BY 1, 2) r
    LEFT JOIN LATERAL (
      SELECT at, payload FROM turn_events e
       WHERE e.org_id = r.org_id AND e.turn_id = r.turn_id AND e.type = 'turn.failed' ORDER BY e.seq LIMIT 1) e ON true
   WHERE t.org_id = r.org_id AND t.id = r.turn_id`;

/** Approvals of one park have the same time of request; the last decision ends the wait. */
const EARLIER_WAITS = `
  UPDATE turns t SET waited_ms = w.ms
    FROM (SELECT org_id, turn_id, sum(ms) AS ms FROM (
            SELECT a.org_id, a.turn_id, extract(epoch FROM max(a.decided_at) - a.requested_at) * 1000 AS ms
              FROM approvals a JOIN turns t ON t.org_id = a.org_id AND t.id = a.turn_id
             WHERE a.requested_at <= coalesce(t.first_finished_at, 'infinity')
             GROUP BY a.org_id, a.turn_id, a.requested_at HAVING bool_and(a.decided_at IS NOT NULL)) parks
           GROUP BY org_id, turn_id) w
   WHERE t.org_id = w.org_id AND t.id = w.turn_id`;

/** A round looks at rows that were changed since the last one, from the first of the turns changed above. */
const ROLL_UP_AGAIN = `
  UPDATE rollup_progress p SET seen_at = least(p.seen_at, f.at), rolled_at = least(p.rolled_at, f.at)
    FROM (SELECT org_id, min(created_at) AS at FROM turns WHERE retries > 0 OR waited_ms > 0 GROUP BY org_id) f
   WHERE f.org_id = p.org_id`;

/** The statements that give turns from before this migration their first attempts and waits. */
export const EARLIER_TURNS = [EARLIER_RETRIES, EARLIER_WAITS, ROLL_UP_AGAIN] as const;

const [turnsOfBaseline] = views.filter(({ name }) => name === 'turns');
const LATENCY: View['columns'][number] = [
  'latency_ms',
  `CASE WHEN coalesce(t.first_finished_at, t.finished_at) IS NOT NULL THEN greatest(0,
     1000 * extract(epoch FROM coalesce(t.first_finished_at, t.finished_at) - t.created_at) - t.waited_ms)::float8 END`,
  'Time to reply: milliseconds from acceptance to the end of the first attempt, without waits for people; null until then.',
];

/** `CREATE OR REPLACE VIEW` adds columns at the end only. It keeps the grants of readers. */
const TURNS: View = {
  ...turnsOfBaseline!,
  columns: [
    ...turnsOfBaseline!.columns.map((column) => (column[0] === LATENCY[0] ? LATENCY : column)),
    [
      'first_outcome',
      `CASE WHEN t.first_finished_at IS NULL THEN t.state ELSE 'failed' END`,
      'State that the first attempt came to. A retry by a person does not change it.',
    ],
    ['first_error_class', 'coalesce(t.first_error_class, t.error_class)', 'Why the first attempt failed.'],
    ['retries', 't.retries', 'Times that a person had the failed turn run again.'],
    ['waited_ms', 'nullif(t.waited_ms, 0)', 'Milliseconds of the first attempt in waits for people, if any.'],
  ],
};
