import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a request is about, as the org's embedding model puts it, so that one in other words joins it. */
export class MeaningOfRequests1763600000560 implements MigrationInterface {
  name = 'MeaningOfRequests1763600000560';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE "feature_requests" ADD COLUMN "embedding" vector(768), ADD COLUMN "embedding_model" text',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE "feature_requests" DROP COLUMN "embedding", DROP COLUMN "embedding_model"',
    );
  }
}
