import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg, PLATFORM_ROLE } from '#database';

/** Any constant: it keeps two processes from creating the same month at once. */
const PARTITION_LOCK_KEY = 7_241_003;

/**
 * The span store, one partition per month (UTC). A month is created by the first process that writes into it, through
 * a function with the owner's rights, because the writer's role may not create tables. Nothing is granted on the
 * partitions themselves: rows are reached through `spans` and its policies only.
 */
export class Spans1763600000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "spans" (
        "trace_id" text NOT NULL,
        "span_id" text NOT NULL,
        "started_at" timestamptz NOT NULL,
        "parent_span_id" text,
        "name" text NOT NULL,
        "kind" text,
        "org_id" uuid NOT NULL,
        "conversation_id" uuid,
        "turn_id" uuid,
        "agent" text,
        "pack" text,
        "task" text,
        "intent" text,
        "model" text,
        "provider" text,
        "tool" text,
        "thought_summary" text,
        "thought_steps" jsonb,
        "tool_calls" jsonb,
        "draft_reply" text,
        "prompt_tokens" integer,
        "cached_tokens" integer,
        "completion_tokens" integer,
        "cost_usd" numeric,
        "latency_ms" double precision,
        "status" text NOT NULL,
        "error_message" text,
        "input" text,
        "output" text,
        "attributes" jsonb NOT NULL DEFAULT '{}',
        CONSTRAINT "pk_spans" PRIMARY KEY ("trace_id", "span_id", "started_at"),
        CONSTRAINT "ck_spans_status" CHECK (status IN ('pending', 'running', 'success', 'error'))
      ) PARTITION BY RANGE ("started_at")`);
    await runner.query(`CREATE INDEX "ix_spans_org_started" ON "spans" ("org_id", "started_at", "span_id")`);
    await runner.query(
      `CREATE INDEX "ix_spans_org_kind_started" ON "spans" ("org_id", "kind", "started_at", "span_id")`,
    );
    await runner.query(
      `CREATE INDEX "ix_spans_org_conversation" ON "spans" ("org_id", "conversation_id", "started_at")`,
    );
    await isolateByOrg(runner, 'spans');

    await runner.query(`
      CREATE FUNCTION "ensure_span_partition"(moment timestamptz) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      DECLARE
        first_day timestamp := date_trunc('month', moment AT TIME ZONE 'UTC');
        partition_name text := 'spans_' || to_char(first_day, 'YYYY_MM');
      BEGIN
        IF to_regclass(partition_name) IS NOT NULL THEN RETURN; END IF;
        PERFORM pg_advisory_xact_lock(${PARTITION_LOCK_KEY});
        -- Asked of the table itself: to_regclass may remember the "no" from before the lock.
        IF EXISTS (SELECT FROM pg_inherits WHERE inhparent = 'spans'::regclass
                     AND inhrelid IN (SELECT oid FROM pg_class WHERE relname = partition_name)) THEN
          RETURN;
        END IF;
        EXECUTE format(
          'CREATE TABLE %I PARTITION OF spans FOR VALUES FROM (%L) TO (%L)',
          partition_name, first_day AT TIME ZONE 'UTC', (first_day + interval '1 month') AT TIME ZONE 'UTC'
        );
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', partition_name);
      END $$`);
    await runner.query(`REVOKE ALL ON FUNCTION "ensure_span_partition"(timestamptz) FROM PUBLIC`);
    await runner.query(`GRANT EXECUTE ON FUNCTION "ensure_span_partition"(timestamptz) TO ${PLATFORM_ROLE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION "ensure_span_partition"(timestamptz)`);
    await runner.query(`DROP TABLE "spans"`);
  }
}
