import type { QueryRunner } from 'typeorm';

/** Decisions of the tool broker, and its trained rankers. */
export async function createBroker(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- The tools that a turn was offered, and why. tools_brokered is null where the broker computed no set: such a turn
    -- measures nothing.
    CREATE TABLE broker_decisions (
      org_id uuid NOT NULL,
      turn_id uuid NOT NULL,
      mode text NOT NULL,
      outcome text NOT NULL DEFAULT 'full_set',
      confidence real,
      agent text NOT NULL,
      language text,
      intents text[] NOT NULL,
      tools_in_scope integer NOT NULL,
      scope_hash text NOT NULL DEFAULT '',
      tools_offered text[] NOT NULL,
      tools_brokered text[],
      tools_selected text[] NOT NULL,
      tools_missed text[] NOT NULL DEFAULT '{}',
      found_by_search text[] NOT NULL DEFAULT '{}',
      tool_gaps text[] NOT NULL DEFAULT '{}',
      tokens_in_scope integer NOT NULL,
      tokens_offered integer NOT NULL,
      tokens_brokered integer,
      cached_tokens_lost integer NOT NULL DEFAULT 0,
      selection_us integer,
      reasons jsonb NOT NULL,
      ranking text[] NOT NULL DEFAULT '{}',
      ranks jsonb NOT NULL DEFAULT '{}',
      ranker_version integer,
      created_at timestamptz NOT NULL,
      CONSTRAINT broker_decisions_pkey PRIMARY KEY (org_id, turn_id)
    );
    CREATE INDEX broker_decisions_by_time ON broker_decisions (org_id, created_at);
    CREATE INDEX broker_decisions_measured ON broker_decisions (org_id, mode, created_at)
      WHERE tools_brokered IS NOT NULL;
    CREATE INDEX broker_decisions_gaps ON broker_decisions (org_id, created_at) WHERE tool_gaps <> '{}';

    -- Trainings of an org's ranker; at most one version serves.
    CREATE TABLE ranker_versions (
      org_id uuid NOT NULL,
      version integer NOT NULL,
      serving boolean NOT NULL DEFAULT false,
      verdict text NOT NULL,
      examples integer NOT NULL,
      tools integer NOT NULL,
      trained_until timestamptz NOT NULL,
      train_ms integer NOT NULL,
      comparison jsonb NOT NULL,
      state bytea,
      created_at timestamptz NOT NULL,
      CONSTRAINT ranker_versions_pkey PRIMARY KEY (org_id, version)
    );
    CREATE UNIQUE INDEX ranker_versions_serving ON ranker_versions (org_id) WHERE serving;
  `);
}
