import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Outdated insights are looked for in one org at a time, each of which has follow-ups of its own for them. */
export class OutdatedInsightsOfAnOrg1763600000575 implements MigrationInterface {
  name = 'OutdatedInsightsOfAnOrg1763600000575';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "insights_by_index_version"`);
    await runner.query(
      `CREATE INDEX "insights_by_index_version" ON "insights" ("org_id", "embedding_model", "search_terms_version")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "insights_by_index_version"`);
    await runner.query(
      `CREATE INDEX "insights_by_index_version" ON "insights" ("embedding_model", "search_terms_version")`,
    );
  }
}
