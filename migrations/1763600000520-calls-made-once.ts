import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The view of model calls without those that a run of a turn took from its journal: a turn that was parked or taken over has
 * a span for them in every run, and they were made once. Sums of hours that were rolled up before stay as they are.
 */
export class CallsMadeOnce1763600000520 implements MigrationInterface {
  name = 'CallsMadeOnce1763600000520';

  async up(runner: QueryRunner): Promise<void> {
    await replaceView(runner, `AND NOT (s.attributes ? 'turnpike.replayed')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceView(runner, '');
  }
}

/** Columns, comments, rights and the barrier stay: only which rows are seen is another. */
async function replaceView(runner: QueryRunner, and: string): Promise<void> {
  await runner.query(`
    CREATE OR REPLACE VIEW analytics."model_calls" WITH (security_barrier) AS
    SELECT s.org_id AS "org_id", o.slug AS "org", s.trace_id AS "trace_id", s.span_id AS "span_id", s.turn_id AS "turn_id",
           s.started_at AS "created_at", s.provider AS "provider", s.task AS "task", coalesce(s.pack, t.pack) AS "pack",
           t.caller_kind AS "caller", coalesce(t.agent, d.agent, t.requested_agent) AS "agent", t.channel AS "channel",
           s.model AS "model", coalesce(d.intents, '{}') AS "intents", d.mode AS "broker_mode",
           s.status = 'success' AS "success", s.latency_ms AS "latency_ms", coalesce(s.prompt_tokens, 0) AS "prompt_tokens",
           coalesce(s.cached_tokens, 0) AS "cached_tokens", coalesce(s.completion_tokens, 0) AS "completion_tokens",
           coalesce(s.cost_usd, 0) AS "cost_usd"
      FROM spans s
      JOIN orgs o ON o.id = s.org_id
      LEFT JOIN turns t ON t.org_id = s.org_id AND t.id = s.turn_id
      LEFT JOIN broker_decisions d ON d.org_id = s.org_id AND d.turn_id = s.turn_id
     WHERE s.kind = 'model' AND s.status IN ('success', 'error') ${and}
       AND s.org_id = ANY (ARRAY(SELECT analytics.readable_orgs()))`);
}
