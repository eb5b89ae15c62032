import type { QueryRunner } from 'typeorm';
import { PLATFORM_ROLE } from '#database';

/** An arbitrary constant. The lock keeps two processes from creating the partition of a month at once. */
const PARTITION_LOCK_KEY = 7_241_003;

/**
 * The span store, one partition per month (UTC). The first process that writes into a month creates its partition, and
 * retention drops it, both through functions with the owner's rights: the writer's role may not create or drop tables.
 * No rights are granted on the partitions themselves: rows are reached through `spans` and its policies only.
 */
export async function createTelemetry(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- One step of a trace. The start is part of the key because it selects the partition.
    CREATE TABLE spans (
      trace_id text NOT NULL,
      span_id text NOT NULL,
      started_at timestamptz NOT NULL,
      parent_span_id text,
      name text NOT NULL,
      kind text,
      org_id uuid NOT NULL,
      conversation_id uuid,
      turn_id uuid,
      agent text,
      pack text,
      task text,
      intent text,
      model text,
      provider text,
      tool text,
      thought_summary text,
      thought_steps jsonb,
      tool_calls jsonb,
      draft_reply text,
      prompt_tokens integer,
      cached_tokens integer,
      completion_tokens integer,
      cost_usd numeric,
      latency_ms double precision,
      status text NOT NULL,
      error_message text,
      input text,
      output text,
      attributes jsonb NOT NULL DEFAULT '{}',
      CONSTRAINT pk_spans PRIMARY KEY (trace_id, span_id, started_at),
      CONSTRAINT ck_spans_status CHECK (status IN ('pending', 'running', 'success', 'error'))
    ) PARTITION BY RANGE (started_at);
    CREATE INDEX ix_spans_org_started ON spans (org_id, started_at, span_id);
    CREATE INDEX ix_spans_org_conversation ON spans (org_id, conversation_id, started_at);
    CREATE INDEX ix_spans_searched ON spans (org_id, kind, started_at, span_id)
      INCLUDE (status, pack, agent, model, tool, cost_usd, latency_ms)
      WHERE kind IN ('turn', 'tool', 'model');
    CREATE INDEX ix_spans_failed ON spans (org_id, kind, started_at, span_id)
      INCLUDE (pack, agent, model, tool, cost_usd, latency_ms)
      WHERE status = 'error' AND kind IN ('turn', 'tool', 'model');
    CREATE INDEX ix_spans_open ON spans (started_at) WHERE status = 'running';

    CREATE FUNCTION ensure_span_partition(moment timestamptz) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DECLARE
      first_day timestamp := date_trunc('month', moment AT TIME ZONE 'UTC');
      partition_name text := 'spans_' || to_char(first_day, 'YYYY_MM');
    BEGIN
      IF to_regclass(partition_name) IS NOT NULL THEN RETURN; END IF;
      PERFORM pg_advisory_xact_lock(${PARTITION_LOCK_KEY});
      -- The catalogue is read again: to_regclass may have cached the answer from before the lock.
      IF EXISTS (SELECT FROM pg_inherits WHERE inhparent = 'spans'::regclass
                   AND inhrelid IN (SELECT oid FROM pg_class WHERE relname = partition_name)) THEN
        RETURN;
      END IF;
      EXECUTE format(
        'CREATE TABLE %I PARTITION OF spans FOR VALUES FROM (%L) TO (%L)',
        partition_name, first_day AT TIME ZONE 'UTC', (first_day + interval '1 month') AT TIME ZONE 'UTC'
      );
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', partition_name);
    END $$;
    REVOKE ALL ON FUNCTION ensure_span_partition(timestamptz) FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION ensure_span_partition(timestamptz) TO ${PLATFORM_ROLE};

    -- Drops one month per call, so that the lock on all of spans is held for a moment. The wait for the lock is short,
    -- because all other statements on spans would wait behind this one.
    CREATE FUNCTION drop_span_partition(before timestamptz) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
    DECLARE
      partition_name text;
    BEGIN
      SELECT c.relname INTO partition_name
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'spans'::regclass AND c.relname ~ '^spans_[0-9]{4}_[0-9]{2}$'
         AND (to_date(substr(c.relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC' <= before
       ORDER BY c.relname LIMIT 1;
      IF partition_name IS NULL THEN RETURN false; END IF;
      EXECUTE format('DROP TABLE %I', partition_name);
      RETURN true;
    EXCEPTION
      WHEN lock_not_available THEN RETURN false;
      -- Another worker has dropped it.
      WHEN undefined_table THEN RETURN true;
    END $$;
    REVOKE ALL ON FUNCTION drop_span_partition(timestamptz) FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION drop_span_partition(timestamptz) TO ${PLATFORM_ROLE};

    -- Conversations and traces of erased contacts, kept for a day: a process that still holds a span of them drops it.
    CREATE TABLE erased_spans (
      org_id uuid NOT NULL,
      subject text NOT NULL,
      erased_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      CONSTRAINT pk_erased_spans PRIMARY KEY (org_id, subject)
    );

    -- Processes that write spans. Spans that a killed process left open are ended by another.
    CREATE TABLE span_processes (
      id uuid CONSTRAINT pk_span_processes PRIMARY KEY,
      since timestamptz NOT NULL DEFAULT clock_timestamp(),
      seen_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
  `);
}
