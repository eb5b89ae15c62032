import type { QueryRunner } from 'typeorm';

/** Feature flags by place, and the alerts of their guards. */
export async function createFlags(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- The value of a flag at one place. A value that was cleared keeps its row, so that its revision goes on counting and a
    -- change based on an older revision is refused.
    CREATE TABLE flag_rules (
      id uuid CONSTRAINT pk_flag_rules PRIMARY KEY,
      org_id uuid CONSTRAINT fk_flag_rules_org REFERENCES orgs (id) ON DELETE CASCADE,
      flag text NOT NULL,
      place text NOT NULL,
      conversation_id uuid,
      value text,
      percent numeric(5,2),
      revision integer NOT NULL,
      changed_at timestamptz NOT NULL,
      CONSTRAINT ck_flag_rules_percent CHECK (
        (percent IS NULL AND (place <> 'share' OR value IS NULL))
        OR (place = 'share' AND value IS NOT NULL AND percent BETWEEN 0 AND 100)
      ),
      CONSTRAINT ck_flag_rules_place CHECK (
        (place IN ('default', 'kill') AND org_id IS NULL AND conversation_id IS NULL)
        OR (place IN ('org', 'share') AND org_id IS NOT NULL AND conversation_id IS NULL)
        OR (place = 'conversation' AND org_id IS NOT NULL AND conversation_id IS NOT NULL)
      ),
      CONSTRAINT uq_flag_rules_place UNIQUE NULLS NOT DISTINCT (org_id, flag, place, conversation_id)
    );

    -- Flags that a guard has taken back from an org.
    CREATE TABLE flag_alerts (
      org_id uuid NOT NULL CONSTRAINT fk_flag_alerts_org REFERENCES orgs (id) ON DELETE CASCADE,
      id uuid NOT NULL,
      flag text NOT NULL,
      from_value text NOT NULL,
      to_value text NOT NULL,
      rate double precision NOT NULL,
      turns integer NOT NULL,
      threshold double precision NOT NULL,
      raised_at timestamptz NOT NULL,
      CONSTRAINT pk_flag_alerts PRIMARY KEY (org_id, id)
    );
    CREATE INDEX ix_flag_alerts_org_raised ON flag_alerts (org_id, raised_at, id);
  `);
}
