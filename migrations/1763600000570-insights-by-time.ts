import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The console lists insights of an org by when they were said (`SAID_AT` of `#memory`), page by page. Reads go on while it is built. */
export class InsightsByTime1763600000570 implements MigrationInterface {
  name = 'InsightsByTime1763600000570';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX "insights_by_time" ON "insights" (
        "org_id",
        (coalesce("said_at", CASE WHEN "superseded_by_id" IS NULL THEN "updated_at" ELSE "created_at" END)),
        "id"
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "insights_by_time"`);
  }
}
