import type { QueryRunner } from 'typeorm';
import { ORG_ROLE, PLATFORM_ROLE } from '#database';

/** Logins and saved queries of analysts, and the functions that determine which orgs a login may read. */
export async function createAnalytics(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- Database logins that read the schema analytics, and the org of each; null reads all orgs.
    CREATE TABLE analytics_readers (
      role text CONSTRAINT pk_analytics_readers PRIMARY KEY,
      org_id uuid CONSTRAINT fk_analytics_readers_org REFERENCES orgs (id) ON DELETE CASCADE,
      created_at timestamptz NOT NULL
    );

    -- Questions that analysts saved; those across orgs belong to none.
    CREATE TABLE saved_queries (
      id uuid CONSTRAINT pk_saved_queries PRIMARY KEY,
      org_id uuid CONSTRAINT fk_saved_queries_org REFERENCES orgs (id) ON DELETE CASCADE,
      name text NOT NULL,
      parameters jsonb NOT NULL,
      shared boolean NOT NULL,
      author_id uuid NOT NULL,
      updated_at timestamptz NOT NULL
    );
    CREATE INDEX saved_queries_by_name ON saved_queries (org_id, name);

    CREATE SCHEMA analytics;
    COMMENT ON SCHEMA analytics IS 'Documented views for analysts. Each login reads the orgs that it is bound to.';

    -- The platform's own transactions are known by the role that they set, which no reader may set. The login of the
    -- platform reads all orgs. Another login reads the orgs that analytics_readers names, which a session cannot change.
    CREATE FUNCTION analytics.reads_all_orgs() RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
      SELECT CASE current_setting('role')
        WHEN '${PLATFORM_ROLE}' THEN true
        WHEN '${ORG_ROLE}' THEN false
        ELSE pg_has_role(session_user, '${PLATFORM_ROLE}', 'MEMBER')
          OR EXISTS (SELECT 1 FROM analytics_readers r WHERE r.role = session_user AND r.org_id IS NULL)
      END $$;
    COMMENT ON FUNCTION analytics.reads_all_orgs() IS 'What the login of this session may read.';

    CREATE FUNCTION analytics.readable_orgs() RETURNS SETOF uuid
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
      SELECT id FROM orgs WHERE analytics.reads_all_orgs()
      UNION
      SELECT current_setting('turnpike.org_id', true)::uuid WHERE current_setting('role') = '${ORG_ROLE}'
      UNION
      SELECT r.org_id FROM analytics_readers r
       WHERE r.role = session_user AND r.org_id IS NOT NULL
         AND current_setting('role') NOT IN ('${ORG_ROLE}', '${PLATFORM_ROLE}') $$;
    COMMENT ON FUNCTION analytics.readable_orgs() IS 'What the login of this session may read.';
  `);
}
