import type { QueryRunner } from 'typeorm';

/** Tool calls and their side effects, edits and definitions of tools, runs by hand, and requests for missing tools. */
export async function createTools(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- The audit row of each tool call. Secrets are redacted; arguments and result are cut at a set size.
    CREATE TABLE tool_calls (
      org_id uuid NOT NULL,
      id uuid NOT NULL,
      turn_id uuid,
      conversation_id uuid,
      step_key text,
      tool text NOT NULL,
      pack text NOT NULL,
      arguments jsonb NOT NULL,
      result jsonb NOT NULL,
      whole_result jsonb,
      result_bytes integer,
      success boolean NOT NULL,
      error_class text,
      attempts integer NOT NULL,
      cached boolean NOT NULL DEFAULT false,
      duration_ms double precision NOT NULL,
      channel text NOT NULL,
      caller_kind text NOT NULL,
      caller_user_id uuid,
      caller_key_id uuid,
      capability text,
      created_at timestamptz NOT NULL,
      CONSTRAINT tool_calls_pkey PRIMARY KEY (org_id, id)
    );
    CREATE INDEX tool_calls_by_time ON tool_calls (org_id, created_at, id);
    CREATE INDEX tool_calls_of_turn ON tool_calls (org_id, turn_id);
    CREATE INDEX tool_calls_by_tool ON tool_calls (org_id, tool, created_at);

    -- The idempotency ledger: one row per call with side effects. The same key never runs twice.
    CREATE TABLE tool_effects (
      org_id uuid NOT NULL,
      key text NOT NULL,
      tool text NOT NULL,
      turn_id uuid,
      conversation_id uuid,
      arguments jsonb NOT NULL,
      arguments_hash text NOT NULL,
      state text NOT NULL,
      result jsonb,
      started_at timestamptz NOT NULL,
      finished_at timestamptz,
      settled_by uuid,
      settled_at timestamptz,
      settled_why text,
      CONSTRAINT tool_effects_pkey PRIMARY KEY (org_id, key)
    );
    CREATE INDEX tool_effects_open ON tool_effects (org_id, started_at, key)
      WHERE state IN ('started', 'unknown_outcome');

    -- Results of cacheable tools, and runs that are fetching one.
    CREATE TABLE tool_cache (
      org_id uuid NOT NULL,
      key text NOT NULL,
      flight uuid NOT NULL,
      state text NOT NULL,
      content text,
      expires_at timestamptz NOT NULL,
      CONSTRAINT tool_cache_pkey PRIMARY KEY (org_id, key)
    );
    CREATE INDEX tool_cache_by_expiry ON tool_cache (org_id, expires_at);

    -- Versions of an org's or the platform's edits of a tool. The highest version is current.
    CREATE TABLE tool_overrides (
      id uuid CONSTRAINT tool_overrides_pkey PRIMARY KEY,
      org_id uuid,
      tool text NOT NULL,
      version integer NOT NULL,
      override jsonb NOT NULL,
      action text NOT NULL,
      actor_kind text NOT NULL,
      actor_user_id uuid,
      reason text NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT tool_overrides_versions UNIQUE NULLS NOT DISTINCT (org_id, tool, version)
    );

    -- Definitions (description and schema) that a tool was seen with, and who approved each.
    CREATE TABLE tool_definitions (
      id uuid CONSTRAINT tool_definitions_pkey PRIMARY KEY,
      org_id uuid,
      name text NOT NULL,
      hash text NOT NULL,
      definition jsonb NOT NULL DEFAULT '{}',
      source text NOT NULL,
      first_seen_at timestamptz NOT NULL,
      current_since timestamptz NOT NULL,
      approved_at timestamptz,
      approved_by uuid,
      CONSTRAINT tool_definitions_hashes UNIQUE NULLS NOT DISTINCT (org_id, name, hash)
    );

    -- Tools that people run from the console. The row is the truth; the outbox task run-tool points to it.
    CREATE TABLE tool_runs (
      org_id uuid NOT NULL,
      id uuid NOT NULL,
      user_id uuid NOT NULL,
      user_role text NOT NULL,
      key uuid NOT NULL,
      tool text NOT NULL,
      conversation_id uuid,
      arguments jsonb NOT NULL,
      arguments_hash text NOT NULL,
      state text NOT NULL DEFAULT 'queued',
      starts integer NOT NULL DEFAULT 0,
      approval_reason text,
      approval_arguments jsonb,
      approval_hash text,
      approval_expires_at timestamptz,
      decided_by uuid,
      decided_at timestamptz,
      result jsonb,
      error_class text,
      error text,
      attempts integer,
      cached boolean,
      duration_ms double precision,
      trace_id text NOT NULL,
      created_at timestamptz NOT NULL,
      finished_at timestamptz,
      CONSTRAINT tool_runs_pkey PRIMARY KEY (org_id, id),
      CONSTRAINT tool_runs_by_key UNIQUE (org_id, user_id, key)
    );
    CREATE INDEX tool_runs_by_tool ON tool_runs (org_id, tool, id);
    CREATE INDEX tool_runs_of_conversation ON tool_runs (org_id, conversation_id);
    CREATE INDEX tool_runs_waiting ON tool_runs (org_id, created_at) WHERE state = 'awaiting_approval';

    -- Things that people ask for and that no tool can do yet. The embedding joins requests in other words.
    CREATE TABLE feature_requests (
      org_id uuid NOT NULL,
      id uuid NOT NULL,
      title text NOT NULL,
      meaning text NOT NULL,
      description text NOT NULL,
      embedding vector(768),
      embedding_model text,
      category text NOT NULL,
      urgency text NOT NULL,
      status text NOT NULL DEFAULT 'new',
      votes integer NOT NULL DEFAULT 1,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT feature_requests_pkey PRIMARY KEY (org_id, id)
    );
    CREATE UNIQUE INDEX feature_requests_open ON feature_requests (org_id, meaning)
      WHERE status IN ('new', 'triaged', 'planned');
    CREATE INDEX feature_requests_by_time ON feature_requests (org_id, created_at, id);

    -- Each time that something was asked for.
    CREATE TABLE feature_request_occurrences (
      org_id uuid NOT NULL,
      id uuid NOT NULL,
      request_id uuid NOT NULL,
      conversation_id uuid,
      turn_id uuid,
      contact_id text,
      quote text NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT feature_request_occurrences_pkey PRIMARY KEY (org_id, id)
    );
    CREATE INDEX feature_request_occurrences_of_request ON feature_request_occurrences (org_id, request_id);
    CREATE INDEX feature_request_occurrences_of_conversation
      ON feature_request_occurrences (org_id, conversation_id, created_at);
    CREATE INDEX feature_request_occurrences_of_turn ON feature_request_occurrences (org_id, turn_id);
  `);
}
