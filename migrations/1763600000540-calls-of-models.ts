import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The view of model calls without tasks that rules answered: they stand on the trace as what they are, and no model was asked.
 * Sums of hours that were rolled up before stay as they are.
 */
export class CallsOfModels1763600000540 implements MigrationInterface {
  name = 'CallsOfModels1763600000540';

  async up(runner: QueryRunner): Promise<void> {
    await replaceView(runner, `AND s.attributes ->> 'turnpike.generated_by' IS DISTINCT FROM 'rules'`);
    await runner.query(`
      COMMENT ON VIEW analytics."model_calls" IS
        'One row per ended call of a model, follow-ups of turns among them, tasks that rules answered not; kept as long as spans are. Holds no texts.'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replaceView(runner, '');
    await runner.query(`
      COMMENT ON VIEW analytics."model_calls" IS
        'One row per ended call of a model, follow-ups of turns among them; kept as long as spans are. Holds no texts.'`);
  }
}

/** Columns, their comments, rights and the barrier stay: only which rows are seen is another. */
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
     WHERE s.kind = 'model' AND s.status IN ('success', 'error') AND NOT (s.attributes ? 'turnpike.replayed') ${and}
       AND s.org_id = ANY (ARRAY(SELECT analytics.readable_orgs()))`);
}
