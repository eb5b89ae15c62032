import type { QueryRunner } from 'typeorm';
import { ORG_ROLE, PLATFORM_ROLE } from '#database';

/** Outbox tasks, and the revisions through which processes notice changes. */
export async function createQueue(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- How often each topic that every process keeps in memory has changed.
    CREATE TABLE change_revisions (
      topic text CONSTRAINT pk_change_revisions PRIMARY KEY,
      revision bigint NOT NULL
    );

    -- Topics belong to no org, yet a change in an org raises one. The function has the owner's rights and does only that.
    CREATE FUNCTION announce_change(announced text) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      INSERT INTO change_revisions AS known (topic, revision) VALUES (announced, 1)
      ON CONFLICT (topic) DO UPDATE SET revision = known.revision + 1
      RETURNING revision
    $$;
    REVOKE ALL ON FUNCTION announce_change(text) FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION announce_change(text) TO ${ORG_ROLE}, ${PLATFORM_ROLE};

    -- Work that follows from something stored, such as the end of a turn. The row is the truth; a job points to it.
    -- Failed attempts and starts are counted apart: a start that never ended means that its worker died.
    CREATE TABLE outbox_tasks (
      org_id uuid NOT NULL,
      id uuid NOT NULL,
      job text NOT NULL,
      key text NOT NULL,
      turn_id uuid,
      conversation_id uuid,
      traceparent text NOT NULL,
      payload jsonb NOT NULL,
      state text NOT NULL DEFAULT 'pending',
      attempts integer NOT NULL DEFAULT 0,
      starts integer NOT NULL DEFAULT 0,
      run integer NOT NULL DEFAULT 0,
      run_at timestamptz NOT NULL,
      lease_token uuid,
      lease_until timestamptz,
      error text,
      created_at timestamptz NOT NULL,
      finished_at timestamptz,
      CONSTRAINT outbox_tasks_pkey PRIMARY KEY (org_id, id),
      CONSTRAINT outbox_tasks_by_key UNIQUE (org_id, job, key)
    );
    CREATE INDEX outbox_tasks_unfinished ON outbox_tasks (run_at, id) WHERE state IN ('pending', 'running');
    CREATE INDEX outbox_tasks_of_turn ON outbox_tasks (org_id, turn_id);
    CREATE INDEX outbox_tasks_by_time ON outbox_tasks (org_id, created_at, id);
    CREATE INDEX outbox_tasks_failed ON outbox_tasks (org_id, created_at, id) WHERE state = 'failed';
  `);
}
