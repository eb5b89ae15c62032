import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** Values of feature flags by place, what their guards took back, and what the broker's rollout is judged by. */
export class Flags1763600000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "flag_rules" (
        "id" uuid CONSTRAINT "pk_flag_rules" PRIMARY KEY,
        "org_id" uuid CONSTRAINT "fk_flag_rules_org" REFERENCES "orgs" ("id") ON DELETE CASCADE,
        "flag" text NOT NULL,
        "place" text NOT NULL,
        "conversation_id" uuid,
        "value" text,
        "percent" numeric(5,2),
        "revision" integer NOT NULL,
        "changed_at" timestamptz NOT NULL,
        CONSTRAINT "uq_flag_rules_place" UNIQUE NULLS NOT DISTINCT ("org_id", "flag", "place", "conversation_id"),
        CONSTRAINT "ck_flag_rules_place" CHECK (
          (place IN ('default', 'kill') AND org_id IS NULL AND conversation_id IS NULL)
          OR (place IN ('org', 'share') AND org_id IS NOT NULL AND conversation_id IS NULL)
          OR (place = 'conversation' AND org_id IS NOT NULL AND conversation_id IS NOT NULL)
        ),
        CONSTRAINT "ck_flag_rules_percent" CHECK (
          (percent IS NULL AND (place <> 'share' OR value IS NULL))
          OR (place = 'share' AND value IS NOT NULL AND percent BETWEEN 0 AND 100)
        )
      )`);
    await isolateByOrg(runner, 'flag_rules');

    await runner.query(`
      CREATE TABLE "flag_alerts" (
        "org_id" uuid NOT NULL CONSTRAINT "fk_flag_alerts_org" REFERENCES "orgs" ("id") ON DELETE CASCADE,
        "id" uuid NOT NULL,
        "flag" text NOT NULL,
        "from_value" text NOT NULL,
        "to_value" text NOT NULL,
        "rate" double precision NOT NULL,
        "turns" integer NOT NULL,
        "threshold" double precision NOT NULL,
        "raised_at" timestamptz NOT NULL,
        CONSTRAINT "pk_flag_alerts" PRIMARY KEY ("org_id", "id")
      )`);
    await runner.query(
      `CREATE INDEX "ix_flag_alerts_org_raised" ON "flag_alerts" ("org_id", "raised_at", "id")`,
    );
    await isolateByOrg(runner, 'flag_alerts');

    // Null where the broker computed no set: such a turn measures nothing.
    await runner.query(`ALTER TABLE "broker_decisions" ADD COLUMN "tools_brokered" text array`);
    await runner.query(
      `ALTER TABLE "broker_decisions" ADD COLUMN "tools_missed" text array NOT NULL DEFAULT '{}'`,
    );
    await runner.query(
      `CREATE INDEX "broker_decisions_measured" ON "broker_decisions" ("org_id", "mode", "created_at")
        WHERE "tools_brokered" IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "broker_decisions_measured"`);
    await runner.query(
      `ALTER TABLE "broker_decisions" DROP COLUMN "tools_missed", DROP COLUMN "tools_brokered"`,
    );
    await runner.query(`DROP TABLE "flag_alerts"`);
    await runner.query(`DROP TABLE "flag_rules"`);
  }
}
