import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Nobody looks for the outdated insights of all orgs at once any more. */
export class NoOutdatedInsightsOfAll1763600000575 implements MigrationInterface {
  name = 'NoOutdatedInsightsOfAll1763600000575';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "insights_by_index_version"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "insights_by_index_version" ON "insights" ("embedding_model", "search_terms_version")`,
    );
  }
}
