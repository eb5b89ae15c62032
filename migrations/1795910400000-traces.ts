import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg, ORG_ROLE, PLATFORM_ROLE } from '#database';
import { analyticsView, idsOf, ofTurnOrNone, readable } from './baseline/analytics-views.ts';
import { compressByLz4 } from './baseline/compression.ts';

/** An arbitrary constant. The lock keeps two processes from creating the partition of a month at once. */
const PARTITION_LOCK_KEY = 7_241_003;

/**
 * A trace is stored as one row per run, with its spans as one value, in place of one row per span. The stored spans are
 * dropped: they are a record of operation, kept for days. A view `spans` has the columns of the dropped table.
 */
export class Traces1795910400000 implements MigrationInterface {
  name = 'Traces1795910400000';

  async up(runner: QueryRunner): Promise<void> {
    await dropSpans(runner);
    await createTraces(runner);
    await runner.query('ALTER TABLE turns ADD COLUMN request jsonb');
    await createSpanView(runner);
    await compressByLz4(runner, { traces: ['spans'] });
    await isolateByOrg(runner, 'traces');
    await runner.query(`GRANT SELECT ON spans TO ${ORG_ROLE}, ${PLATFORM_ROLE}`);
    await runner.query(modelCalls);
    await runner.query(`GRANT SELECT ON analytics.model_calls TO ${ORG_ROLE}, ${PLATFORM_ROLE}`);
  }

  async down(): Promise<void> {
    throw new Error('The spans of before are gone: restore a backup instead.');
  }
}

async function dropSpans(runner: QueryRunner): Promise<void> {
  await runner.query(`
    DROP VIEW analytics.model_calls;
    DROP TABLE spans, span_processes;
    DROP FUNCTION ensure_span_partition(timestamptz);
    DROP FUNCTION drop_span_partition(timestamptz);
  `);
}

/**
 * One partition per month (UTC). The first process that writes into a month creates its partition, and retention drops it,
 * both through functions with the owner's rights: the writer's role may not create or drop tables. No rights are granted on
 * the partitions themselves: rows are reached through `traces` and its policies only.
 */
async function createTraces(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- One run: of a turn, a job, a request. Several share a trace id. The start is part of the key because it selects the
    -- partition. The spans are JSON as text: they are checked when they are read.
    CREATE TABLE traces (
      trace_id text NOT NULL,
      span_id text NOT NULL,
      started_at timestamptz NOT NULL,
      org_id uuid NOT NULL,
      name text NOT NULL,
      kind text,
      conversation_id uuid,
      turn_id uuid,
      agent text,
      pack text,
      channel text,
      models text[] NOT NULL DEFAULT '{}',
      tools text[] NOT NULL DEFAULT '{}',
      attempt integer,
      status text NOT NULL,
      error_class text,
      error_message text,
      prompt_tokens integer,
      cached_tokens integer,
      completion_tokens integer,
      cost_usd numeric,
      latency_ms double precision,
      elapsed_ms double precision,
      model_calls jsonb,
      words tsvector NOT NULL DEFAULT '',
      spans text NOT NULL DEFAULT '[]',
      written_at timestamptz,
      CONSTRAINT pk_traces PRIMARY KEY (trace_id, span_id, started_at),
      CONSTRAINT ck_traces_status CHECK (status IN ('pending', 'running', 'success', 'error'))
    ) PARTITION BY RANGE (started_at);
    CREATE INDEX ix_traces_org_started ON traces (org_id, started_at, span_id);
    CREATE INDEX ix_traces_org_conversation ON traces (org_id, conversation_id, started_at);
    CREATE INDEX ix_traces_failed ON traces (org_id, started_at, span_id) WHERE status = 'error';
    CREATE INDEX ix_traces_open ON traces (written_at) WHERE status = 'running';
    CREATE INDEX ix_traces_words ON traces USING gin (words);

    CREATE FUNCTION ensure_trace_partition(moment timestamptz) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    DECLARE
      first_day timestamp := date_trunc('month', moment AT TIME ZONE 'UTC');
      partition_name text := 'traces_' || to_char(first_day, 'YYYY_MM');
    BEGIN
      IF to_regclass(partition_name) IS NOT NULL THEN RETURN; END IF;
      PERFORM pg_advisory_xact_lock(${PARTITION_LOCK_KEY});
      -- The catalogue is read again: to_regclass may have cached the answer from before the lock.
      IF EXISTS (SELECT FROM pg_inherits WHERE inhparent = 'traces'::regclass
                   AND inhrelid IN (SELECT oid FROM pg_class WHERE relname = partition_name)) THEN
        RETURN;
      END IF;
      EXECUTE format(
        'CREATE TABLE %I PARTITION OF traces FOR VALUES FROM (%L) TO (%L)',
        partition_name, first_day AT TIME ZONE 'UTC', (first_day + interval '1 month') AT TIME ZONE 'UTC'
      );
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', partition_name);
    END $$;
    REVOKE ALL ON FUNCTION ensure_trace_partition(timestamptz) FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION ensure_trace_partition(timestamptz) TO ${PLATFORM_ROLE};

    -- Drops one month per call, so that the lock on all of traces is held for a moment. The wait for the lock is short,
    -- because all other statements on traces would wait behind this one.
    CREATE FUNCTION drop_trace_partition(before timestamptz) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
    DECLARE
      partition_name text;
    BEGIN
      SELECT c.relname INTO partition_name
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'traces'::regclass AND c.relname ~ '^traces_[0-9]{4}_[0-9]{2}$'
         AND (to_date(substr(c.relname, 8), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC' <= before
       ORDER BY c.relname LIMIT 1;
      IF partition_name IS NULL THEN RETURN false; END IF;
      EXECUTE format('DROP TABLE %I', partition_name);
      RETURN true;
    EXCEPTION
      WHEN lock_not_available THEN RETURN false;
      -- Another worker has dropped it.
      WHEN undefined_table THEN RETURN true;
    END $$;
    REVOKE ALL ON FUNCTION drop_trace_partition(timestamptz) FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION drop_trace_partition(timestamptz) TO ${PLATFORM_ROLE};
  `);
}

/**
 * One row per span of the stored runs, with the rights of the reader. A span that was open at the last write of its run
 * has the status of the run. What a span does not say is the same as in its run.
 */
async function createSpanView(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE VIEW spans WITH (security_invoker) AS
    SELECT t.trace_id, s."spanId" AS span_id, s."startedAt" AS started_at, s."parentSpanId" AS parent_span_id, s.name, s.kind,
           t.org_id, coalesce(s."conversationId", t.conversation_id) AS conversation_id, coalesce(s."turnId", t.turn_id) AS turn_id,
           coalesce(s.agent, t.agent) AS agent, coalesce(s.pack, t.pack) AS pack, s.task, s.intent, s.model, s.provider, s.tool,
           s."thoughtSummary" AS thought_summary, s."thoughtSteps" AS thought_steps, s."toolCalls" AS tool_calls,
           s."draftReply" AS draft_reply, s."promptTokens" AS prompt_tokens, s."cachedTokens" AS cached_tokens,
           s."completionTokens" AS completion_tokens, s."costUsd" AS cost_usd,
           CASE WHEN s."spanId" = t.span_id THEN t.latency_ms ELSE s."latencyMs" END AS latency_ms,
           CASE WHEN s.status = 'running' THEN t.status ELSE s.status END AS status,
           CASE WHEN s.status = 'running' AND t.status = 'error' THEN t.error_message ELSE s."errorMessage" END AS error_message,
           s.input, s.output, coalesce(s.attributes, '{}') AS attributes
      FROM traces t
     CROSS JOIN LATERAL json_to_recordset(t.spans::json) AS s(
       "spanId" text, "startedAt" timestamptz, "parentSpanId" text, name text, kind text, "conversationId" uuid, "turnId" uuid,
       agent text, pack text, task text, intent text, model text, provider text, tool text, "thoughtSummary" text,
       "thoughtSteps" jsonb, "toolCalls" jsonb, "draftReply" text, "promptTokens" integer, "cachedTokens" integer,
       "completionTokens" integer, "costUsd" numeric, "latencyMs" double precision, status text, "errorMessage" text,
       input text, output text, attributes jsonb)
  `);
}

const modelCalls = analyticsView({
  name: 'model_calls',
  comment:
    'One row per ended call of a model, outbox tasks of turns among them, tasks that rules answered not; kept as long as traces are. Holds no texts.',
  from: `traces r
      CROSS JOIN LATERAL jsonb_to_recordset(r.model_calls) AS s("spanId" text, provider text, model text, task text, status text,
        "latencyMs" double precision, "promptTokens" bigint, "cachedTokens" bigint, "completionTokens" bigint, "costUsd" numeric)
      JOIN orgs o ON o.id = r.org_id
      LEFT JOIN turns t ON t.org_id = r.org_id AND t.id = r.turn_id
      LEFT JOIN broker_decisions d ON d.org_id = r.org_id AND d.turn_id = r.turn_id
     WHERE r.model_calls IS NOT NULL AND ${readable('r.org_id')}`,
  columns: [
    ...idsOf('r'),
    ['trace_id', 'r.trace_id', 'Trace that shows the call.'],
    ['span_id', 's."spanId"', 'Span of the call.'],
    ['turn_id', 'r.turn_id', 'Turn that it was made for; null for none.'],
    ['created_at', 'r.started_at', 'When the run that made the call began.'],
    ['provider', 's.provider', 'Provider of the model.'],
    ['task', 's.task', 'What the model was asked to do; null for the conversation itself.'],
    ['pack', 'coalesce(r.pack, t.pack)', 'Pack of the agent.'],
    ['caller', 't.caller_kind', 'Who wrote: contact, staff or admin; null outside of turns.'],
    ...ofTurnOrNone(['model', 's.model', 'Model that was called.']),
    ['success', `s.status = 'success'`, 'True where it answered.'],
    ['latency_ms', 's."latencyMs"', 'Milliseconds that it took.'],
    ['prompt_tokens', 'coalesce(s."promptTokens", 0)', 'Tokens sent, cached ones among them.'],
    ['cached_tokens', 'coalesce(s."cachedTokens", 0)', 'Prompt tokens that the provider had cached.'],
    ['completion_tokens', 'coalesce(s."completionTokens", 0)', 'Tokens that the model wrote.'],
    ['cost_usd', 'coalesce(s."costUsd", 0)', 'Cost in US dollars.'],
  ],
});
