import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The console lists follow-ups of an org by time, those that failed most of all. */
export class FollowUpsByTime1763600000170 implements MigrationInterface {
  name = 'FollowUpsByTime1763600000170';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "follow_ups_by_time" ON "follow_ups" ("org_id", "created_at", "id")`);
    await runner.query(
      `CREATE INDEX "follow_ups_failed" ON "follow_ups" ("org_id", "created_at", "id") WHERE state = 'failed'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "follow_ups_failed"`);
    await runner.query(`DROP INDEX "follow_ups_by_time"`);
  }
}
