import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Outdated insights are looked for in one org at a time, each of which has follow-ups of its own for them. The index that it
 * replaces goes in a transaction of its own: taken away first, reads would wait until this one is built.
 */
export class OutdatedInsightsOfAnOrg1763600000574 implements MigrationInterface {
  name = 'OutdatedInsightsOfAnOrg1763600000574';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "insights_by_model" ON "insights" ("org_id", "embedding_model", "search_terms_version")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "insights_by_model"`);
  }
}
