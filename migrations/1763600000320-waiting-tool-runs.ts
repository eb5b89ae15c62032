import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs by hand that wait for a person are found among the others by the inbox, and say until when they wait. */
export class WaitingToolRuns1763600000320 implements MigrationInterface {
  name = 'WaitingToolRuns1763600000320';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "tool_runs" ADD COLUMN "approval_expires_at" timestamptz');
    await runner.query(`
      CREATE INDEX "tool_runs_waiting" ON "tool_runs" ("org_id", "created_at") WHERE state = 'awaiting_approval'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "tool_runs_waiting"');
    await runner.query('ALTER TABLE "tool_runs" DROP COLUMN "approval_expires_at"');
  }
}
