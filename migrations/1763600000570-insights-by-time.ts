import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The console lists insights of an org by when they were said, page by page. */
export class InsightsByTime1763600000570 implements MigrationInterface {
  name = 'InsightsByTime1763600000570';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "insights_by_time" ON "insights" ("org_id", "said_at", "id")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "insights_by_time"`);
  }
}
