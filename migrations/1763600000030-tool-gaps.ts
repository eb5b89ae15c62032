import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Turns that lacked a tool, for the report of them. */
export class ToolGaps1763600000030 implements MigrationInterface {
  name = 'ToolGaps1763600000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "broker_decisions" ADD "tool_gaps" text array NOT NULL DEFAULT '{}'`);
    await runner.query(
      `CREATE INDEX "broker_decisions_gaps" ON "broker_decisions" ("org_id", "created_at") WHERE "tool_gaps" <> '{}'`,
    );
    await runner.query(
      `CREATE INDEX "feature_request_occurrences_of_turn" ON "feature_request_occurrences" ("org_id", "turn_id")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "feature_request_occurrences_of_turn"`);
    await runner.query(`DROP INDEX "broker_decisions_gaps"`);
    await runner.query(`ALTER TABLE "broker_decisions" DROP "tool_gaps"`);
  }
}
