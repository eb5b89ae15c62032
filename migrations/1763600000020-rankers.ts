import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** What past messages taught, per org and version; one of them serves. */
export class Rankers1763600000020 implements MigrationInterface {
  name = 'Rankers1763600000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE "ranker_versions" (
        "org_id" uuid NOT NULL,
        "version" integer NOT NULL,
        "serving" boolean NOT NULL DEFAULT false,
        "verdict" text NOT NULL,
        "examples" integer NOT NULL,
        "tools" integer NOT NULL,
        "trained_until" TIMESTAMP WITH TIME ZONE NOT NULL,
        "train_ms" integer NOT NULL,
        "comparison" jsonb NOT NULL,
        "state" bytea,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL,
        CONSTRAINT "ranker_versions_pkey" PRIMARY KEY ("org_id", "version")
      )
    `);
    await runner.query(
      `CREATE UNIQUE INDEX "ranker_versions_serving" ON "ranker_versions" ("org_id") WHERE serving`,
    );
    await isolateByOrg(runner, 'ranker_versions');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "ranker_versions"');
  }
}
