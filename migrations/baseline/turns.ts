import type { QueryRunner } from 'typeorm';

/** Conversations, messages, and turns with their journal, events, approvals and feedback. */
export async function createTurns(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- Lets a statement fail on purpose: its transaction is undone without another round trip.
    CREATE FUNCTION refuse(state text, reason text) RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION USING ERRCODE = state, MESSAGE = reason;
    END $$;

    -- The messages between one contact and the agents of one pack in one channel.
    CREATE TABLE conversations (
      org_id uuid NOT NULL,
      id uuid NOT NULL,
      contact_id text NOT NULL,
      channel text NOT NULL,
      pack text NOT NULL,
      agent text,
      status text NOT NULL DEFAULT 'open',
      turn_count integer NOT NULL DEFAULT 0,
      message_count integer NOT NULL DEFAULT 0,
      artifact_updates integer NOT NULL DEFAULT 0,
      summarized_turns integer NOT NULL DEFAULT 0,
      recent_tools text[] NOT NULL DEFAULT '{}',
      tools_allowed text[],
      tools_denied text[] NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL,
      last_message_at timestamptz NOT NULL,
      CONSTRAINT conversations_pkey PRIMARY KEY (org_id, id)
    );
    CREATE INDEX conversations_by_time ON conversations (org_id, last_message_at, id);
    CREATE INDEX conversations_of_contact ON conversations (org_id, contact_id, channel, last_message_at);

    -- Messages of a conversation, in the order of their turns.
    CREATE TABLE messages (
      org_id uuid NOT NULL,
      id uuid NOT NULL,
      conversation_id uuid NOT NULL,
      turn_id uuid NOT NULL,
      turn_seq integer NOT NULL,
      seq smallint NOT NULL,
      role text NOT NULL,
      author_kind text NOT NULL,
      author_user_id uuid,
      text text NOT NULL,
      attachments jsonb NOT NULL DEFAULT '[]',
      created_at timestamptz NOT NULL,
      CONSTRAINT messages_pkey PRIMARY KEY (org_id, id)
    );
    CREATE INDEX messages_in_order ON messages (org_id, conversation_id, turn_seq, seq);

    -- One inbound message on its way to a reply: the unit of work, of cost and of tracing.
    CREATE TABLE turns (
      org_id uuid NOT NULL,
      id uuid NOT NULL,
      conversation_id uuid NOT NULL,
      seq integer NOT NULL,
      message_id uuid NOT NULL,
      state text NOT NULL DEFAULT 'queued',
      admission text NOT NULL DEFAULT 'behind',
      run integer NOT NULL DEFAULT 0,
      starts integer NOT NULL DEFAULT 0,
      channel text NOT NULL,
      priority_class text NOT NULL DEFAULT 'chat',
      pack text NOT NULL,
      requested_agent text,
      agent text,
      contact_id text NOT NULL,
      caller_kind text NOT NULL,
      caller_user_id uuid,
      lease_token uuid,
      lease_until timestamptz,
      cancel_requested boolean NOT NULL DEFAULT false,
      model text,
      reply_message_id uuid,
      error_class text,
      error_message text,
      prompt_tokens integer NOT NULL DEFAULT 0,
      cached_tokens integer NOT NULL DEFAULT 0,
      completion_tokens integer NOT NULL DEFAULT 0,
      cost_usd numeric(14,8) NOT NULL DEFAULT '0',
      model_rounds integer NOT NULL DEFAULT 0,
      tool_calls integer NOT NULL DEFAULT 0,
      model_ms double precision NOT NULL DEFAULT '0'::double precision,
      tool_ms double precision NOT NULL DEFAULT '0'::double precision,
      trace_id text NOT NULL,
      traceparent text NOT NULL,
      external_id text,
      callback_url text,
      metadata jsonb NOT NULL DEFAULT '{}',
      override jsonb,
      created_at timestamptz NOT NULL,
      started_at timestamptz,
      finished_at timestamptz,
      CONSTRAINT turns_pkey PRIMARY KEY (org_id, id)
    );
    CREATE INDEX turns_by_trace ON turns (trace_id);
    CREATE INDEX turns_unfinished ON turns (org_id, conversation_id, seq)
      WHERE state IN ('queued', 'running');
    CREATE UNIQUE INDEX turns_by_external_id ON turns (org_id, channel, external_id)
      WHERE external_id IS NOT NULL;
    CREATE INDEX turns_by_time ON turns (org_id, created_at, id);
    CREATE UNIQUE INDEX turns_in_order ON turns (org_id, conversation_id, seq);
    CREATE INDEX turns_admitted ON turns (org_id, priority_class)
      WHERE admission = 'admitted' AND state IN ('queued', 'running');
    CREATE INDEX turns_ready ON turns (org_id, priority_class, created_at, id)
      WHERE admission = 'ready' AND state = 'queued';
    CREATE UNIQUE INDEX turns_one_running ON turns (org_id, conversation_id) WHERE state = 'running';
    CREATE INDEX turns_by_end ON turns (org_id, finished_at);
    CREATE INDEX turns_by_contact ON turns (org_id, contact_id);

    -- The journal: request and outcome of each finished step. A replay reads the outcome instead of running the step again.
    CREATE TABLE turn_steps (
      org_id uuid NOT NULL,
      turn_id uuid NOT NULL,
      key text NOT NULL,
      request_hash text NOT NULL,
      outcome jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      CONSTRAINT turn_steps_pkey PRIMARY KEY (org_id, turn_id, key)
    );

    -- Events of a turn, kept so that a subscriber who joins late or reconnects misses none.
    CREATE TABLE turn_events (
      org_id uuid NOT NULL,
      turn_id uuid NOT NULL,
      seq integer NOT NULL,
      type text NOT NULL,
      payload jsonb NOT NULL DEFAULT '{}',
      at timestamptz NOT NULL,
      CONSTRAINT turn_events_pkey PRIMARY KEY (org_id, turn_id, seq)
    );

    -- Accepted Idempotency-Key headers, kept for 24 hours.
    CREATE TABLE idempotency_keys (
      org_id uuid NOT NULL,
      key text NOT NULL,
      body_hash text NOT NULL,
      turn_id uuid NOT NULL,
      created_at timestamptz NOT NULL,
      CONSTRAINT idempotency_keys_pkey PRIMARY KEY (org_id, key)
    );
    CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at);

    -- Messages of an org per minute, counted in the transaction that accepts them: one rate limit for all apis.
    CREATE TABLE message_minutes (
      org_id uuid NOT NULL,
      minute timestamptz NOT NULL,
      count integer NOT NULL,
      CONSTRAINT message_minutes_pkey PRIMARY KEY (org_id, minute)
    );

    -- Tool calls that wait for a person, with the exact arguments to approve. Their turns are parked until then.
    CREATE TABLE approvals (
      org_id uuid NOT NULL,
      id uuid NOT NULL,
      turn_id uuid NOT NULL,
      conversation_id uuid NOT NULL,
      step_key text NOT NULL,
      tool text NOT NULL,
      arguments jsonb NOT NULL,
      arguments_hash text NOT NULL,
      reason text NOT NULL,
      state text NOT NULL DEFAULT 'pending',
      requested_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      decided_at timestamptz,
      decided_by uuid,
      comment text,
      CONSTRAINT approvals_pkey PRIMARY KEY (org_id, id)
    );
    CREATE UNIQUE INDEX approvals_of_call ON approvals (org_id, turn_id, step_key, arguments_hash);
    CREATE INDEX approvals_by_time ON approvals (org_id, requested_at, id);
    CREATE INDEX approvals_to_expire ON approvals (expires_at) WHERE state = 'pending';

    -- Ratings of replies; a new rating by the same author replaces the old one.
    CREATE TABLE turn_feedback (
      org_id uuid NOT NULL,
      turn_id uuid NOT NULL,
      author text NOT NULL,
      rating text NOT NULL,
      comment text,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT turn_feedback_pkey PRIMARY KEY (org_id, turn_id, author)
    );
    CREATE INDEX turn_feedback_by_time ON turn_feedback (org_id, updated_at);

    -- Location, screen and webcam that a contact shares with a conversation, until the contact takes them back.
    CREATE TABLE shared_contexts (
      org_id uuid NOT NULL,
      conversation_id uuid NOT NULL,
      kind text NOT NULL,
      location jsonb,
      file_id uuid,
      shared_at timestamptz NOT NULL,
      analysis_state text,
      analysis text,
      analysis_model text,
      analyzed_at timestamptz,
      CONSTRAINT shared_contexts_pkey PRIMARY KEY (org_id, conversation_id, kind)
    );
  `);
}
